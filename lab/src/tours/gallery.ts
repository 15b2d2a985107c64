// The second act: all complete tours of a finished run as a gallery.

import type { Board } from '../board.ts';

export type Goal = 'open' | 'closed';

export interface TourPage {
  /** How many explicit tours there are to fetch. */
  readonly total: number;
  /** As tour_code.ts decodes them. */
  readonly tours: string[];
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

/** Fills `root`, which is empty; returns what empties it and ends everything it began. */
export function mountGallery(root: HTMLElement, context: GalleryContext): () => void {
  const line = document.createElement('p');
  void context.fetchTours(0, 1).then(({ total }) => (line.textContent = String(total)));
  root.append(line);
  return () => root.replaceChildren();
}
