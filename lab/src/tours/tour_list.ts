// The gallery's grid: a list box of small drawings, of which only those near its window exist. It
// scrolls inside itself; arrow keys, Home, End, Page Up and Page Down walk through it.

import { el } from '../dom.ts';
import { formatNumber, t } from '../language.ts';
import { thumbnailShapes, viewBoxOf, type Picture } from './drawing.ts';
import type { Entry } from './selection.ts';
import { svgOf } from './shape_elements.ts';
import { placeAfterKey, placesNear, type Grid } from './virtual_rows.ts';

const LEAST_WIDTH = 92;
const GAP = 8;
const CAPTION_HEIGHT = 22;
const MORE_ROWS = 2;

export interface TourListContext {
  pictureOf(tour: number): Picture;
  /** The tour's number and squares, for the label of its place. */
  nameOf(tour: number): string;
  onChoose(place: number, byPointer: boolean): void;
}

export class TourList {
  readonly element =
    el('div', { class: 'tour-list', id: 'tour-list', role: 'listbox', tabindex: 0 });
  readonly #space = el('div', { class: 'tour-list-space', role: 'presentation' });
  readonly #context: TourListContext;
  readonly #drawn = new Map<number, HTMLElement>();
  readonly #observer = new ResizeObserver(() => this.#layOut());
  #entries: readonly Entry[] = [];
  #chosen = 0;
  #grid: Grid = { places: 0, perRow: 1, rowHeight: 100 };
  #cardWidth = LEAST_WIDTH;
  #height = 0;
  #frame = 0;

  constructor(context: TourListContext) {
    this.#context = context;
    this.element.append(this.#space);
    this.element.addEventListener('scroll', () => this.#drawSoon(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.#space.addEventListener('click', (event) => {
      const option = (event.target as Element).closest<HTMLElement>('[data-place]');
      if (option) this.#context.onChoose(Number(option.dataset['place']), true);
    });
    this.#observer.observe(this.element);
  }

  /** Shows these, from the beginning unless `kept`; draws all anew. */
  setEntries(entries: readonly Entry[], kept = false): void {
    this.#entries = entries;
    if (!kept) this.element.scrollTop = 0;
    this.element.hidden = entries.length === 0;
    this.#layOut();
  }

  /** Marks the place as the chosen one and brings it into the window. */
  choose(place: number): void {
    this.#chosen = place;
    const { perRow, rowHeight } = this.#grid;
    const top = Math.floor(place / perRow) * rowHeight;
    const { scrollTop } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + rowHeight > scrollTop + this.#height)
      this.element.scrollTop = top + rowHeight - this.#height;
    this.#draw();
  }

  /** Writes all words anew, after a change of the language. */
  rename(): void {
    this.element.setAttribute('aria-label', t('tours.list'));
    this.#clear();
    this.choose(this.#chosen);  // an element that is put elsewhere forgets how far it was scrolled
  }

  destroy(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#entries.length === 0) return;
    const page = Math.max(1, Math.floor(this.#height / this.#grid.rowHeight));
    const place = placeAfterKey(this.#grid, this.#chosen, event.key, page);
    if (place === null) return;
    event.preventDefault();
    if (place !== this.#chosen) this.#context.onChoose(place, false);
  }

  #layOut(): void {
    const width = this.#space.clientWidth;
    if (width === 0 || this.#entries.length === 0) return;
    this.#height = this.element.clientHeight;
    const perRow = Math.max(2, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
    this.#cardWidth = (width - (perRow - 1) * GAP) / perRow;
    const { board } = this.#context.pictureOf(this.#entries[0]![0]!);
    const rowHeight = this.#cardWidth * board.rows / board.columns + CAPTION_HEIGHT + GAP;
    this.#grid = { places: this.#entries.length, perRow, rowHeight };
    const rows = Math.ceil(this.#entries.length / perRow);
    this.#space.style.height = `${rows * rowHeight}px`;
    this.#clear();
    this.#draw();
  }

  #clear(): void {
    for (const option of this.#drawn.values()) option.remove();
    this.#drawn.clear();
  }

  #drawSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const [first, end] = placesNear(this.#grid, this.element.scrollTop, this.#height, MORE_ROWS);
    for (const [place, option] of this.#drawn) {
      if (place >= first && place < end) continue;
      option.remove();
      this.#drawn.delete(place);
    }
    for (let place = first; place < end; place++) {
      let option = this.#drawn.get(place);
      if (!option) {
        option = this.#option(place);
        this.#drawn.set(place, option);
        this.#space.append(option);
      }
      option.ariaSelected = String(place === this.#chosen);
    }
    const active = this.#drawn.get(this.#chosen);
    if (active) this.element.setAttribute('aria-activedescendant', active.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #option(place: number): HTMLElement {
    const entry = this.#entries[place]!;
    const { perRow, rowHeight } = this.#grid;
    const tour = entry[0]!;
    const picture = this.#context.pictureOf(tour);
    const copies = entry.length > 1 ? `, ${t('tours.copies', { copies: entry.length })}` : '';
    const option = el('div', {
      'class': 'tour-card', 'id': `tour-list-${place}`, 'role': 'option', 'data-place': place,
      'aria-setsize': this.#entries.length, 'aria-posinset': place + 1,
      'aria-label': this.#context.nameOf(tour) + copies,
    }, svgOf(viewBoxOf(picture.board), thumbnailShapes(picture)),
    el('span', { 'class': 'tour-caption', 'aria-hidden': 'true' }, formatNumber(tour + 1),
      entry.length > 1 && el('b', {}, `×${formatNumber(entry.length)}`)));
    option.style.width = `${this.#cardWidth}px`;
    option.style.height = `${rowHeight - GAP}px`;
    const left = (place % perRow) * (this.#cardWidth + GAP);
    option.style.transform = `translate(${left}px, ${Math.floor(place / perRow) * rowHeight}px)`;
    return option;
  }
}
