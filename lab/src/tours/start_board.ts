// The filter by start square: a small board with the number of tours that begin on each square, as
// a group of radio buttons, the first of which stands for all squares.

import { chessName, columnOf, rowOf, type Board } from '../board.ts';
import { el } from '../dom.ts';
import { formatShort, t } from '../language.ts';

export class StartBoard {
  readonly #grid = el('div', { class: 'start-squares', role: 'presentation' });
  readonly element = el('div', { class: 'start-filter', role: 'radiogroup' });
  readonly #board: Board;
  readonly #onChoose: (start: number | null) => void;
  /** By square, and at last the one for all squares. */
  readonly #radios: HTMLButtonElement[];
  #counts: readonly number[] = [];
  #chosen: number | null = null;

  constructor(board: Board, onChoose: (start: number | null) => void) {
    this.#board = board;
    this.#onChoose = onChoose;
    this.#radios = Array.from({ length: board.area + 1 }, (_, square) => {
      const isAll = square === board.area;
      const radio = el('button', {
        type: 'button', role: 'radio', class: isAll ? 'start-all' : 'start-square',
        id: isAll ? 'start-all' : `start-${chessName(board, square)}`,
        hidden: board.missing.has(square),
      });
      radio.addEventListener('click', () => this.#choose(square));
      radio.addEventListener('keydown', (event) => this.#onKey(event, square));
      return radio;
    });
    this.#grid.append(...this.#radios.slice(0, board.area));
    this.#grid.style.gridTemplateColumns = `repeat(${board.columns}, 1fr)`;
    this.element.append(this.#radios[board.area]!, this.#grid);
  }

  setCounts(counts: readonly number[]): void {
    this.#counts = counts;
    this.rename();
  }

  /** Writes all words and numbers anew. */
  rename(): void {
    const total = this.#counts.reduce((sum, count) => sum + count, 0);
    const most = Math.max(1, ...this.#counts);
    this.element.ariaLabel = t('tours.start');
    this.#radios.forEach((radio, square) => {
      const all = square === this.#board.area;
      const count = all ? total : this.#counts[square] ?? 0;
      const chosen = (all ? null : square) === this.#chosen;
      radio.ariaChecked = String(chosen);
      radio.tabIndex = chosen ? 0 : -1;
      if (all) {
        radio.textContent = t('tours.start_all', { count });
      } else {
        const name = chessName(this.#board, square);
        radio.textContent = formatShort(count);
        radio.ariaLabel = t('tours.start_square', { square: name, count });
        radio.title = radio.ariaLabel;
        radio.style.setProperty('--share', `${Math.round(100 * count / most)}%`);
        radio.classList.toggle('start-none', count === 0);
      }
    });
  }

  #choose(square: number): void {
    this.#chosen = square === this.#board.area ? null : square;
    this.rename();
    this.#onChoose(this.#chosen);
  }

  #onKey(event: KeyboardEvent, square: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = this.#after(event.key, square);
    if (next === null) return;
    event.preventDefault();
    if (next === square) return;
    this.#choose(next);
    this.#radios[next]!.focus();
  }

  /** The radio button an arrow key leads to. Above the board is the button for all squares. */
  #after(key: string, square: number): number | null {
    const board = this.#board;
    const { area } = board;
    if (!key.startsWith('Arrow')) return null;
    if (square === area) return key === 'ArrowDown' || key === 'ArrowRight' ? 0 : area;
    const row = rowOf(board, square);
    const column = columnOf(board, square);
    if (key === 'ArrowUp') return row === 0 ? area : square - board.columns;
    if (key === 'ArrowDown') return row === board.rows - 1 ? square : square + board.columns;
    if (key === 'ArrowLeft') return column === 0 ? square : square - 1;
    return column === board.columns - 1 ? square : square + 1;
  }
}

