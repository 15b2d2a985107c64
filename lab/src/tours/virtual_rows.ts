// Which places of a long grid are near enough to the window to be drawn, and where a key leads.

export interface Grid {
  readonly places: number;
  readonly perRow: number;
  /** In pixels. */
  readonly rowHeight: number;
}

/** First and end of the places whose rows touch the window, and so many rows on either side. */
export function placesNear(grid: Grid, top: number, height: number,
                           moreRows: number): [number, number] {
  const firstRow = Math.max(0, Math.floor(top / grid.rowHeight) - moreRows);
  const endRow = Math.ceil((top + height) / grid.rowHeight) + moreRows;
  const place = (row: number): number => Math.min(grid.places, row * grid.perRow);
  return [place(firstRow), place(endRow)];
}

/** The place a key leads to; null for a key that means nothing here. */
export function placeAfterKey(grid: Grid, place: number, key: string,
                              rowsPerPage: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1, ArrowRight: 1, ArrowUp: -grid.perRow, ArrowDown: grid.perRow,
    PageUp: -rowsPerPage * grid.perRow, PageDown: rowsPerPage * grid.perRow,
    Home: -grid.places, End: grid.places,
  };
  const step = steps[key];
  if (step === undefined) return null;
  return Math.max(0, Math.min(grid.places - 1, place + step));
}
