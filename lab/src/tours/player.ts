// How far a tour is drawn, and the clock that takes it move by move to its end.

const LONGEST_MS = 450;
const WHOLE_TOUR_MS = 14_000;

export class Player {
  readonly #onChange: () => void;
  #last = 0;
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Moves of the whole tour. */
  get last(): number {
    return this.#last;
  }

  /** Moves made. */
  get at(): number {
    return this.#at;
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  /** Another tour, shown whole; what was playing stops. */
  load(last: number): void {
    this.#stop();
    this.#last = last;
    this.#at = last;
    this.#onChange();
  }

  /** Stops, and goes to the move, or as near as the tour has it. */
  goTo(move: number): void {
    this.#stop();
    this.#at = Math.max(0, Math.min(this.#last, move));
    this.#onChange();
  }

  /** From where it is to the end; at the end, from the start. */
  play(): void {
    if (this.playing || this.#last === 0) return;
    if (this.#at === this.#last) this.#at = 0;
    this.#timer = setInterval(() => {
      this.#at++;
      if (this.#at >= this.#last) this.#stop();
      this.#onChange();
    }, Math.min(LONGEST_MS, WHOLE_TOUR_MS / this.#last));
    this.#onChange();
  }

  pause(): void {
    if (!this.playing) return;
    this.#stop();
    this.#onChange();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
