// The chosen tour: drawn large, walked move by move, its numbering to copy, its drawing to save,
// and the way to its mirrored and rotated copies. Where the reader asks for no motion it is walked
// by steps only.

import { boardName, chessName } from '../board.ts';
import { el } from '../dom.ts';
import { t, type TextKey } from '../language.ts';
import {
  middleOf, movesOf, numberingText, squareAfter, tourShapes, viewBoxOf, type Picture,
} from './drawing.ts';
import { Player } from './player.ts';
import { copyTextOf, download, pngBlob, svgBlob } from './save.ts';
import { elementOf, svgOf } from './shape_elements.ts';
import { svgFile } from './svg_file.ts';

export interface LargeTourContext {
  pictureOf(tour: number): Picture;
  nameOf(tour: number): string;
  reducedMotion(): boolean;
}

/** A knight's head in a box of 24 x 24, drawn for this page. */
const KNIGHT = 'M6 21h13c.6-4.6.3-8.3-1-11C16.6 7.1 14.3 5.4 11.3 4.7L10.5 2.5 8.6 5' +
  'C6.5 6.3 5.2 8.3 4.3 10.900L3 13.700c.5 1.3 1.4 2 2.7 1.800L8 14.3' +
  'c1 .1 1.8-.1 2.6-.7-.2 1.6-1.1 2.7-2.5 3.800C6.9 18.4 6.2 19.5 6 21z';

export class LargeTour {
  readonly element = el('div', { class: 'tour-large card' });
  readonly #context: LargeTourContext;
  readonly #player = new Player(() => this.#draw());
  readonly #title = el('h3');
  readonly #figure = el('div', { class: 'tour-figure' });
  readonly #knight = elementOf({
    tag: 'g', attributes: { 'class': 'tour-knight', 'aria-hidden': 'true' }, children: [
      { tag: 'circle', attributes: { class: 'tour-knight-disc', r: 15 } },
      {
        tag: 'path',
        attributes: { class: 'tour-knight-head', d: KNIGHT, transform: 'translate(-11.5 -12)' },
      },
    ],
  });
  readonly #move = el('p', { class: 'tour-move' });
  readonly #slider = el('input', {
    type: 'range', class: 'tour-slider', id: 'tours-slider', min: 0,
  });
  readonly #noMotion = el('p', { class: 'tour-note tour-no-motion' });
  readonly #numbering = el('pre', {
    class: 'tour-numbering', id: 'tours-numbering', tabindex: 0,
  });
  readonly #note = el('span', { class: 'tour-note', role: 'status' });
  readonly #copies = el('div', { class: 'tour-copies' });
  readonly #copiesText = el('span');
  readonly #texts: [HTMLElement, TextKey][] = [];
  readonly #buttons: Record<'first' | 'back' | 'play' | 'on' | 'last', HTMLButtonElement>;
  #tour = 0;
  #members: readonly number[] = [];
  #picture: Picture | null = null;

  constructor(context: LargeTourContext) {
    this.#context = context;
    const player = this.#player;
    this.#buttons = {
      first: this.#button('tours.first', () => player.goTo(0)),
      back: this.#button('tours.back', () => player.goTo(player.at - 1)),
      play: this.#button('tours.play', () => (player.playing ? player.pause() : player.play())),
      on: this.#button('tours.on', () => player.goTo(player.at + 1)),
      last: this.#button('tours.last', () => player.goTo(player.last)),
    };
    this.#buttons.play.classList.add('primary');
    this.#slider.addEventListener('input', () => player.goTo(Number(this.#slider.value)));
    this.#copies.append(this.#copiesText, this.#button('tours.copy_back', () => this.#showCopy(-1)),
      this.#button('tours.copy_on', () => this.#showCopy(1)));
    const heading = el('h4');
    this.#texts.push([heading, 'tours.numbering'], [this.#noMotion, 'tours.no_motion']);
    this.element.append(this.#title, this.#figure, this.#move, this.#slider,
      el('div', { class: 'tour-controls' }, ...Object.values(this.#buttons)),
      this.#noMotion, this.#copies,
      el('div', { class: 'tour-numbers' }, heading, this.#numbering,
        el('div', { class: 'tour-out' },
          this.#button('tours.copy', () => void this.#copy()),
          this.#button('tours.save_svg', () => this.#saveSvg()),
          this.#button('tours.save_png', () => void this.#savePng()), this.#note)));
  }

  /** Shows the first of `members` and the way to the others, its copies. If one of them is on show
      already, it stays as it is. */
  show(members: readonly number[]): void {
    this.#members = members;
    if (this.#picture && members.includes(this.#tour)) this.#draw();
    else this.#load(members[0]!);
  }

  /** Brings the drawing into the window where the gallery is below it and not beside. */
  reveal(): void {
    if (!matchMedia('(max-width: 60rem)').matches) return;
    const behavior = this.#context.reducedMotion() ? 'auto' : 'smooth';
    this.#figure.scrollIntoView({ block: 'center', behavior });
  }

  /** Writes all words anew, and looks anew whether motion is wanted. */
  rename(): void {
    for (const [element, key] of this.#texts) element.textContent = t(key);
    this.#slider.ariaLabel = t('tours.slider');
    this.#numbering.ariaLabel = t('tours.numbering');
    this.#note.textContent = '';
    const still = this.#context.reducedMotion();
    this.#knight.classList.toggle('still', still);
    if (still) this.#player.pause();
    this.#buttons.play.hidden = still;
    this.#noMotion.hidden = !still;
    this.#draw();
  }

  destroy(): void {
    this.#player.pause();
  }

  #button(key: TextKey, onClick: () => void): HTMLButtonElement {
    const button = el('button', { type: 'button', id: key.replace('.', '-') });
    button.addEventListener('click', onClick);
    this.#texts.push([button, key]);
    return button;
  }

  #load(tour: number): void {
    this.#tour = tour;
    this.#picture = this.#context.pictureOf(tour);
    this.#note.textContent = '';
    this.#player.load(movesOf(this.#picture));
  }

  #showCopy(step: number): void {
    const members = this.#members;
    this.#load(members[(members.indexOf(this.#tour) + step + members.length) % members.length]!);
  }

  #draw(): void {
    const picture = this.#picture;
    if (!picture) return;
    const { board } = picture;
    const { at, last, playing } = this.#player;
    this.#title.textContent = this.#context.nameOf(this.#tour);

    let svg = this.#figure.querySelector('svg');
    const viewBox = viewBoxOf(board);
    if (!svg) {
      svg = svgOf(viewBox, []);
      svg.setAttribute('class', 'tour-drawing');
      svg.role = 'img';
      svg.append(elementOf({ tag: 'g', attributes: {} }), this.#knight);
      this.#figure.append(svg);
    }
    svg.firstElementChild!.replaceChildren(...tourShapes(picture, at).map(elementOf));
    const square = squareAfter(picture, at);
    const [x, y] = middleOf(board, square);
    this.#knight.style.transform = `translate(${x}px, ${y}px)`;
    this.#knight.toggleAttribute('hidden', at === last);

    const values = { move: at, moves: last, square: chessName(board, square) };
    this.#move.textContent = at === 0 ? t('tours.at_start', values)
      : t('tours.at_move', { ...values, from: chessName(board, squareAfter(picture, at - 1)) });
    svg.ariaLabel = `${this.#context.nameOf(this.#tour)}. ${this.#move.textContent}`;
    this.#slider.max = String(last);
    this.#slider.value = String(at);
    this.#slider.ariaValueText = this.#move.textContent;
    // Not `disabled`, which would take the keyboard's focus away.
    const { first, back, on, last: end } = this.#buttons;
    for (const button of [first, back]) button.ariaDisabled = String(at === 0);
    for (const button of [on, end]) button.ariaDisabled = String(at === last);
    this.#move.ariaLive = playing ? 'off' : 'polite';
    this.#buttons.play.textContent = t(playing ? 'tours.pause' : 'tours.play');
    this.#numbering.textContent = numberingText(board, picture.tour);
    this.#copies.hidden = this.#members.length < 2;
    this.#copiesText.textContent = t('tours.copy_of', {
      copy: this.#members.indexOf(this.#tour) + 1, copies: this.#members.length,
    });
  }

  async #copy(): Promise<void> {
    const copied = await copyTextOf(this.#numbering);
    this.#note.textContent = t(copied ? 'tours.copied' : 'tours.selected');
  }

  #file() {
    const picture = this.#picture!;
    return svgFile(picture, `${boardName(picture.board)}: ${this.#context.nameOf(this.#tour)}`);
  }

  #fileName(ending: string): string {
    const { rows, columns } = this.#picture!.board;
    return `knights-tour-${rows}x${columns}-${this.#tour + 1}.${ending}`;
  }

  #saveSvg(): void {
    download(this.#fileName('svg'), svgBlob(this.#file()));
  }

  async #savePng(): Promise<void> {
    try {
      download(this.#fileName('png'), await pngBlob(this.#file()));
    } catch {
      this.#note.textContent = t('tours.unsaved');
    }
  }
}

