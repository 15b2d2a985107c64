// Classes of tours that are copies of each other (symmetry.ts). Tours are added one by one, so that
// a long list can be grouped in pieces between two frames.

import { canonicalTour, type Sameness, type Tour } from './symmetry.ts';

export class Grouping {
  /** By class in the order of appearance: its tours, by their numbers in the order of adding. */
  readonly classes: number[][] = [];
  readonly #classOf = new Map<string, number[]>();
  readonly #same: Sameness;
  #added = 0;

  constructor(same: Sameness) {
    this.#same = same;
  }

  /** How many tours were added. */
  get added(): number {
    return this.#added;
  }

  add(tour: Tour): void {
    const key = String.fromCharCode(...canonicalTour(tour, this.#same));
    const members = this.#classOf.get(key);
    if (members) {
      members.push(this.#added);
    } else {
      const first = [this.#added];
      this.#classOf.set(key, first);
      this.classes.push(first);
    }
    this.#added++;
  }
}
