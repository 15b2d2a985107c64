// Runs a search at the reader's pace: permits the next level at each barrier, so many a second, or
// all at once. While it runs it is the only one that permits levels.

import type { RunSource } from './data/run_source.ts';

/** Levels a second, for the slider. */
export const PACES: readonly number[] = [0.25, 0.5, 1, 2, 4, 8, 16];
export type Pace = number | 'fast';

export class Pacer {
  private pace: Pace | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastStep = -Infinity;
  private atBarrier = true;

  /** `failed` is told when the source takes a command badly. */
  constructor(private readonly source: RunSource, private readonly failed: (error: unknown) => void,
              private readonly now: () => number = () => performance.now()) {}

  get isRunning(): boolean {
    return this.pace !== null;
  }

  /** Begins, or goes on at another pace. */
  run(pace: Pace): void {
    const before = this.pace;
    this.pace = pace;
    clearTimeout(this.timer);
    if (pace === 'fast') this.release();
    else if (before === 'fast') this.order(this.source.pause());
    if (pace !== 'fast' && this.atBarrier) this.schedule();
  }

  /** `isOver`: there is nothing left to take back. */
  stop(isOver = false): void {
    const before = this.pace;
    this.pace = null;
    clearTimeout(this.timer);
    if (before === 'fast' && !isOver) this.order(this.source.pause());
  }

  /** The search stands at a barrier and waits for a permit. */
  barrier(): void {
    this.atBarrier = true;
    if (this.pace === 'fast') this.release();
    else if (this.pace !== null) this.schedule();
  }

  private release(): void {
    this.atBarrier = false;
    this.order(this.source.step('all'));
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const wait = this.lastStep + 1000 / (this.pace as number) - this.now();
    this.timer = setTimeout(() => {
      this.lastStep = this.now();
      this.atBarrier = false;
      this.order(this.source.step(1));
    }, Math.max(0, wait));
  }

  private order(command: Promise<void>): void {
    command.catch((error: unknown) => {
      this.atBarrier = true;
      this.stop(true);
      this.failed(error);
    });
  }
}
