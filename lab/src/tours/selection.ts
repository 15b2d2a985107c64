// What the gallery shows: all tours or those that begin on one square, each alone or one for each
// class of copies.

import type { Tour } from './symmetry.ts';

/** One place of the gallery: the tours that it stands for, by their numbers in the list of all
    tours. The first of them is drawn. */
export type Entry = readonly number[];

/** By square, how many tours begin there. */
export function countsByStart(tours: readonly Tour[], area: number): number[] {
  const counts = new Array<number>(area).fill(0);
  for (const tour of tours) counts[tour[0]!]!++;
  return counts;
}

/** The places of the gallery; `start` null for all squares, `classes` null for each tour alone. */
export function entriesOf(tours: readonly Tour[], start: number | null,
                          classes: readonly Entry[] | null): Entry[] {
  const passes = (tour: number): boolean => start === null || tours[tour]![0] === start;
  if (classes !== null)
    return classes.map((copies) => copies.filter(passes)).filter((copies) => copies.length > 0);
  const entries: Entry[] = [];
  for (let tour = 0; tour < tours.length; tour++) if (passes(tour)) entries.push([tour]);
  return entries;
}
