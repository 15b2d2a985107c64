// The second act: all complete tours of a finished run as a gallery. They are fetched page by page,
// grouped and drawn in pieces, so that tens of thousands of them leave the page free to answer.

import { chessName, type Board } from '../board.ts';
import { el } from '../dom.ts';
import { t, type TextKey } from '../language.ts';
import { onTheme } from '../theme.ts';
import { decodeTour } from '../tour_code.ts';
import { markShapes, type Picture } from './drawing.ts';
import { Grouping } from './grouping.ts';
import { LargeTour } from './large_tour.ts';
import { countsByStart, entriesOf, type Entry } from './selection.ts';
import { svgOf } from './shape_elements.ts';
import { inSlices } from './slices.ts';
import { StartBoard } from './start_board.ts';
import { symmetriesOf, type Tour } from './symmetry.ts';
import { TourList } from './tour_list.ts';
import './tours.css';

export type Goal = 'open' | 'closed';

export interface TourPage {
  /** How many explicit tours there are to fetch. */
  readonly total: number;
  /** As tour_code.ts decodes them. */
  readonly tours: readonly string[];
}

export interface GalleryContext {
  readonly board: Board;
  readonly goal: Goal;
  /** The start squares that were asked for; empty for all. */
  readonly startsRequested: readonly number[];
  /** At most 5000 tours from the `from`th on, in the engine's order. */
  fetchTours(from: number, count: number): Promise<TourPage>;
  /** Calls back after each change of the language; returns what ends that. */
  onLanguage(listener: () => void): () => void;
  /** Whether the reader asks for no motion, now. */
  reducedMotion(): boolean;
}

const PAGE = 5000;
const LEGEND_BOX = '0 0 24 24';

/** Fills `root`, which is empty; returns what empties it and ends everything it began. */
export function mountGallery(root: HTMLElement, context: GalleryContext): () => void {
  const gallery = new Gallery(root, context);
  return () => gallery.destroy();
}

function checkbox(id: string, checked: boolean, onChange: () => void) {
  const box = el('input', { type: 'checkbox', id, checked });
  const words = el('span');
  box.addEventListener('change', onChange);
  return { box, words, label: el('label', { class: 'tours-option' }, box, words) };
}

class Gallery {
  readonly #root: HTMLElement;
  readonly #context: GalleryContext;
  readonly #end = new AbortController();
  readonly #tours: Tour[] = [];
  /** By the boxes that are checked; each is made when it is first asked for. */
  readonly #groupings = new Map<string, Grouping>();
  readonly #list: TourList;
  readonly #large: LargeTour;
  readonly #starts: StartBoard;
  readonly #mirrors = checkbox('tours-mirrors', true, () => void this.#regroup());
  readonly #reverses = checkbox('tours-reverses', false, () => void this.#regroup());
  readonly #heading = el('h2', { class: 'tours-total' });
  readonly #directed = el('p', { class: 'tours-directed' });
  readonly #failure = el('p', { class: 'tours-failure', role: 'alert', hidden: true });
  readonly #again = el('button', { type: 'button', id: 'tours-again', hidden: true });
  readonly #summary = el('p', { class: 'tours-summary', role: 'status' });
  readonly #none = el('p', { class: 'tours-none', hidden: true });
  readonly #legend = el('p', { class: 'tours-legend' });
  /** Hidden until there is something in it. */
  readonly #body = el('div', { class: 'tours', hidden: true });
  readonly #listening: readonly (() => void)[];
  #total: number | null = null;
  #start: number | null = null;
  #entries: Entry[] = [];
  #place = 0;
  #grouped = 0;

  constructor(root: HTMLElement, context: GalleryContext) {
    this.#root = root;
    this.#context = context;
    const pictureOf = (tour: number): Picture =>
      ({ board: context.board, tour: this.#tours[tour]!, closed: context.goal === 'closed' });
    const nameOf = (tour: number): string => this.#nameOf(tour);
    this.#list = new TourList({
      pictureOf, nameOf,
      onChoose: (place, byPointer) => {
        this.#choose(place);
        if (byPointer) this.#large.reveal();
      },
    });
    this.#large = new LargeTour({ pictureOf, nameOf, reducedMotion: context.reducedMotion });
    this.#starts = new StartBoard(context.board, (start) => {
      this.#start = start;
      this.#showEntries();
    });
    this.#build();
    const rename = (): void => this.#rename();
    this.#listening = [context.onLanguage(rename), onTheme(rename)];
    this.#rename();
    void this.#load();
  }

  destroy(): void {
    this.#end.abort();
    for (const end of this.#listening) end();
    this.#large.destroy();
    this.#list.destroy();
    this.#root.replaceChildren();
  }

  #build(): void {
    this.#again.addEventListener('click', () => void this.#load());
    this.#starts.element.hidden = this.#context.goal === 'closed';  // all begin on one square
    this.#body.append(this.#large.element,
      el('div', { class: 'tours-choice card' },
        el('div', { class: 'tours-filter' }, this.#starts.element,
          el('div', { class: 'tours-options' }, this.#mirrors.label, this.#reverses.label)),
        this.#summary, this.#none, this.#list.element, this.#legend));
    this.#root.append(this.#heading, this.#directed, this.#failure, this.#again, this.#body);
  }

  /** Fetches what is missing, page by page; each is there to look at before the next one comes. */
  async #load(): Promise<void> {
    const { signal } = this.#end;
    this.#failure.hidden = this.#again.hidden = true;
    try {
      do {
        const page = await this.#context.fetchTours(this.#tours.length, PAGE);
        if (signal.aborted) return;
        this.#total = page.total;
        if (page.tours.length === 0 && this.#tours.length < page.total)
          throw new Error(`${this.#tours.length} of ${page.total} tours came`);
        const add = (i: number): void => {
          this.#tours.push(Uint8Array.from(decodeTour(page.tours[i]!)));
        };
        if (!await inSlices(0, page.tours.length, add, signal)) return;
        this.#starts.setCounts(countsByStart(this.#tours, this.#context.board.area));
        if (!await this.#regroup(true)) return;
      } while (this.#tours.length < this.#total);
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      this.#failure.hidden = this.#again.hidden = false;
    }
    this.#describe();
  }

  /** Groups the tours that are there as the boxes say; false if that was overtaken. */
  async #regroup(more = false): Promise<boolean> {
    const turn = ++this.#grouped;
    const grouping = this.#grouping();
    if (grouping) {
      const add = (i: number): void => {
        if (i === grouping.added) grouping.add(this.#tours[i]!);
      };
      if (!await inSlices(grouping.added, this.#tours.length, add, this.#end.signal)) return false;
    }
    if (turn === this.#grouped) this.#showEntries(more);
    return true;
  }

  /** What the boxes ask for; null if every tour is to stand alone. */
  #grouping(): Grouping | null {
    const mirrors = this.#mirrors.box.checked;
    const reversal = this.#reverses.box.checked;
    if (!mirrors && !reversal) return null;
    const key = `${mirrors} ${reversal}`;
    let grouping = this.#groupings.get(key);
    if (!grouping) {
      const { rows, columns } = this.#context.board;
      const all = symmetriesOf(rows, columns);
      const closed = this.#context.goal === 'closed';
      grouping = new Grouping({ symmetries: mirrors ? all : all.slice(0, 1), reversal, closed });
      this.#groupings.set(key, grouping);
    }
    return grouping;
  }

  /** The gallery anew, after another filter or grouping or more tours; keeps the tour if it can. */
  #showEntries(more = false): void {
    const before = this.#entries[this.#place];
    this.#entries = entriesOf(this.#tours, this.#start, this.#grouping()?.classes ?? null);
    // More tours only add places at the end; another choice may move the tour or take it away.
    const kept = before ? this.#entries.findIndex((entry) => entry[0] === before[0]) : -1;
    this.#list.setEntries(this.#entries, more);
    this.#body.hidden = this.#tours.length === 0;
    this.#large.element.hidden = this.#entries.length === 0;
    this.#none.hidden = this.#entries.length > 0;
    this.#describe();
    if (this.#entries.length > 0) this.#choose(Math.max(0, kept));
  }

  #choose(place: number): void {
    this.#place = place;
    this.#list.choose(place);
    this.#large.show(this.#entries[place]!);
  }

  #nameOf(tour: number): string {
    const squares = this.#tours[tour]!;
    const { board, goal } = this.#context;
    const key: TextKey = goal === 'closed' ? 'tours.name_closed' : 'tours.name_open';
    return t(key, {
      tour: tour + 1, start: chessName(board, squares[0]!),
      end: chessName(board, squares[squares.length - 1]!),
    });
  }

  /** Writes all words anew. */
  #rename(): void {
    const { board, goal } = this.#context;
    const ways = board.rows === board.columns ? 8 : 4;
    this.#mirrors.words.textContent = t('tours.mirrors', { ways });
    this.#reverses.words.textContent = t('tours.reverses');
    this.#again.textContent = t('tours.again');
    this.#failure.textContent = t('tours.failure');
    this.#legend.replaceChildren(...(['start', 'end'] as const).flatMap((role) => {
      if (role === 'end' && goal === 'closed') return [];
      const mark = svgOf(LEGEND_BOX, markShapes([12, 12], role, 8));
      return [el('span', {}, mark, t(`tours.legend_${role}`))];
    }));
    this.#describe();
    this.#starts.rename();
    this.#list.rename();
    this.#large.rename();
  }

  /** Says how many tours there are and how they are shown. */
  #describe(): void {
    const { board, goal } = this.#context;
    const loaded = this.#tours.length;
    const total = this.#total;
    this.#heading.textContent = total === null ? t('tours.fetching')
      : loaded < total ? t('tours.fetched', { loaded, total })
      : t(goal === 'closed' ? 'tours.total_closed' : 'tours.total_open', { total });
    this.#directed.textContent = loaded > 0 ? t('tours.directed') : '';
    const start = this.#start;
    this.#none.textContent =
      start === null ? '' : t('tours.none', { square: chessName(board, start) });
    const standFor = this.#entries.reduce((sum, entry) => sum + entry.length, 0);
    this.#summary.textContent = this.#entries.length === 0 ? ''
      : standFor === this.#entries.length ? t('tours.each_alone', { tours: standFor })
      : t('tours.stand_for', { drawings: this.#entries.length, tours: standFor });
  }
}
