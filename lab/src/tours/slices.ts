// Long work in short pieces, so that the page answers between them.

const SLICE_MS = 8;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Calls work(first), ..., work(end - 1) slice by slice; false if the signal ended it early. */
export async function inSlices(first: number, end: number, work: (index: number) => void,
                               signal: AbortSignal): Promise<boolean> {
  let until = performance.now() + SLICE_MS;
  for (let index = first; index < end; index++) {
    if (performance.now() >= until) {
      await nextTask();
      until = performance.now() + SLICE_MS;
    }
    if (signal.aborted) return false;
    work(index);
  }
  return !signal.aborted;
}
