// What the page does: it holds the run, the reader's settings and where the reader looks, takes the
// reader's commands, and has the views drawn once a frame after any change.

import { makeBoard } from './board.ts';
import type { Lab, RunSource } from './data/run_source.ts';
import { pruneRulesOf, type Machine, type RunRequest, type RunStatus } from './model.ts';
import { PACES, Pacer } from './pacer.ts';
import { Session } from './session.ts';

export interface View {
  readonly root: HTMLElement;
  /** Draws what has changed. Called once a frame at most. */
  render(): void;
}

/** What the reader looks at; views read and change it. */
export interface Looks {
  /** Index into the samples of the frontier. */
  sample: number;
  /** The core that was chosen, by its square. */
  core: number | null;
  /** The pair of the message matrix that was chosen. */
  pair: { readonly source: number; readonly target: number } | null;
  logScale: boolean;
  setupOpen: boolean;
}

export type MachineAnswer = Machine | 'asking' | 'silent';

const FIRST_RUN: RunRequest =
  { rows: 5, columns: 5, tours: 'open', starts: [], prune: [], device: 'auto' };

export class App {
  session: Session | null = null;
  pacer: Pacer | null = null;
  machine: MachineAnswer = 'asking';
  settings: RunRequest = FIRST_RUN;
  readonly looks: Looks = { sample: 0, core: null, pair: null, logScale: false,
                           setupOpen: false };
  paceIndex = 2;
  fast = false;
  /** The server's word on a command that it did not take. */
  complaint: string | null = null;
  /** The run was lost with its server, and this is a new one. */
  isSecondTry = false;
  views: View[] = [];
  private frame = 0;
  private creating = 0;
  /** What the run there is was asked for with. */
  private asked: RunRequest | null = null;
  private lastStatus: RunStatus | null = null;
  private searching: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly lab: Lab) {}

  async begin(): Promise<void> {
    await Promise.all([this.askMachine(), this.newRun()]);
  }

  invalidate = (): void => {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      for (const view of this.views) view.render();
    });
  };

  change(settings: Partial<RunRequest>): void {
    this.settings = { ...this.settings, ...settings };
    this.invalidate();
  }

  /** Ends the run there is and makes one of the settings; at the start it stands at level 0. */
  async newRun(): Promise<void> {
    const turn = ++this.creating;
    this.leave();
    this.complaint = null;
    this.isSecondTry = false;
    await this.create(turn);
  }

  /** The page is being closed. */
  leave(): void {
    this.pacer?.stop(true);
    this.session?.source.close();
    this.session = null;
    this.pacer = null;
    this.looks.sample = 0;
    this.looks.core = null;
    this.looks.pair = null;
  }

  step(): void {
    if (!this.session?.canStep) return;
    this.session.lookAt(Infinity);
    this.pacer?.stop();
    this.session.source.step(1).catch(this.complain);
  }

  toggleRun(): void {
    if (!this.session?.canStep || !this.pacer) return;
    if (this.pacer.isRunning) this.pacer.stop();
    else {
      this.session.lookAt(Infinity);
      this.pacer.run(this.pace);
    }
    this.invalidate();
  }

  setPace(index: number, fast: boolean): void {
    this.paceIndex = Math.max(0, Math.min(PACES.length - 1, index));
    this.fast = fast;
    if (this.pacer?.isRunning) this.pacer.run(this.pace);
    this.invalidate();
  }

  get pace(): number | 'fast' {
    return this.fast ? 'fast' : (PACES[this.paceIndex] ?? 1);
  }

  showSample(index: number): void {
    this.looks.sample = index;
    this.invalidate();
  }
  showCore(square: number | null): void {
    this.looks.core = square;
    this.invalidate();
  }

  /** Whether the settings ask for another run than the one there is. */
  get settingsDiffer(): boolean {
    return this.session !== null && this.lab.live &&
      JSON.stringify(this.asked) !== JSON.stringify(this.settings);
  }

  complain = (error: unknown): void => {
    // Nobody answered: the run's stream tells that, and when it is over.
    if (error instanceof TypeError) return;
    this.complaint = error instanceof Error ? error.message : String(error);
    this.invalidate();
  };

  private async create(turn: number): Promise<void> {
    const request = this.settings;
    let source: RunSource;
    try {
      source = await this.lab.create(request);
    } catch (error) {
      if (turn !== this.creating) return;
      if (error instanceof TypeError) this.searchServer(turn);
      else this.complain(error);
      return;
    }
    if (turn !== this.creating) return source.close();
    this.asked = request;
    this.take(source);
  }

  private take(source: RunSource): void {
    const session = new Session(source, () => this.heard(session));
    this.session = session;
    this.pacer = new Pacer(source, this.complain);
    if (!this.lab.live) this.settings = settingsOf(source);
    source.open(session);
    this.invalidate();
  }

  private heard(session: Session): void {
    if (session !== this.session) return;
    if (session.current !== this.lastStatus) {
      this.lastStatus = session.current;
      const { phase } = session.current;
      if (phase === 'waiting' || phase === 'ready') this.pacer?.barrier();
    }
    if (session.isOver) this.pacer?.stop(true);
    if (session.link === 'forgotten') {
      // Its server is back, or another one at the same address, and knows nothing of the run.
      const turn = ++this.creating;
      this.leave();
      this.complaint = null;
      void this.create(turn).then(() => {
        this.isSecondTry = true;
        this.invalidate();
      });
    }
    if (session.link !== 'here') this.pacer?.stop(true);
    this.invalidate();
  }

  /** Nobody answered: asks again until somebody does, then makes the run. */
  private searchServer(turn: number): void {
    this.machine = 'silent';
    this.invalidate();
    clearTimeout(this.searching);
    this.searching = setTimeout(() => {
      if (turn === this.creating) void this.askMachine().then(() => this.create(turn));
    }, 2000);
  }

  private async askMachine(): Promise<void> {
    try {
      this.machine = await this.lab.machine();
    } catch {
      this.machine = 'silent';
    }
    this.invalidate();
  }
}

function settingsOf(source: RunSource): RunRequest {
  const { question, device } = source.facts;
  const { rows, columns, missing } = question.board;
  const board = makeBoard(rows, columns, missing);
  const all = question.tours === 'closed' || question.starts.length === board.squares;
  return {
    rows, columns,
    tours: question.tours,
    starts: all ? [] : question.starts,
    prune: pruneRulesOf(question),
    device: device.kind,
  };
}
