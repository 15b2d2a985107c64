// A finished run from its document: the levels arrive one by one as a server would send them, at the
// same permits, but from memory. The page that holds such a document never uses the network.

import { makeBoard } from '../board.ts';
import type {
  LevelEvent, Machine, ReplayDocument, RunDocument, RunFacts, RunStatus,
} from '../model.ts';
import type { TourPage } from '../tours/gallery.ts';
import type { Lab, RunListener, RunSource } from './run_source.ts';

/** Reads the text of the data block; null where there is no document. Throws SyntaxError. */
export function readReplay(text: string): ReplayDocument | null {
  const content = JSON.parse(text) as ReplayDocument | null;
  if (content === null) return null;
  if (content.format !== 'ktour-lab' || content.version !== 1 || content.run?.format !== 'ktour-run')
    throw new SyntaxError('the data block holds no ktour-lab document of version 1');
  return content;
}

function levelEvent(run: RunDocument, index: number): LevelEvent {
  const level = run.levels[index]!;
  const next = run.levels[index + 1];
  return {
    ...level,
    next_frontier: next?.frontier ?? null,
    next_samples: next?.samples ?? [],
    next_inbox_states: next?.inbox_states ?? null,
  };
}

export class ReplayRun implements RunSource {
  readonly facts: RunFacts;
  readonly exportUrl = null;
  private listener: RunListener | null = null;
  private sent = 0;
  private permits = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly replay: ReplayDocument) {
    const { question, impossible, device } = replay.run;
    this.facts = { question, last_level: question.board.squares - 1, impossible, device };
  }

  /** The run itself, as the engine wrote it. */
  get jsonUrl(): string {
    return (this.blobUrl ??= URL.createObjectURL(
      new Blob([JSON.stringify(this.replay.run)], { type: 'application/json' })));
  }
  private blobUrl: string | null = null;

  open(listener: RunListener): void {
    this.listener = listener;
    this.later(() => {
      listener.connection('here');
      const first = this.replay.run.levels[0];
      if (!first) return this.end();
      this.status('ready', {
        frontier: first.frontier, samples: first.samples, inbox_states: first.inbox_states,
      });
      if (this.permits > 0) this.later(() => this.advance());
    });
  }

  async step(levels: number | 'all'): Promise<void> {
    this.permits = levels === 'all' ? Infinity : this.permits + levels;
    if (this.timer === undefined) this.later(() => this.advance());
  }

  async pause(): Promise<void> {
    this.permits = 0;
  }

  close(): void {
    this.listener = null;
    clearTimeout(this.timer);
    if (this.blobUrl !== null) URL.revokeObjectURL(this.blobUrl);
  }

  async fetchTours(from: number, count: number): Promise<TourPage> {
    const tours = this.replay.tours ?? [];
    return { total: tours.length, tours: tours.slice(from, from + count) };
  }

  private later(work: () => void): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      work();
    });
  }

  private advance(): void {
    const { levels } = this.replay.run;
    if (this.sent >= levels.length) return;
    if (this.permits <= 0) return this.status('waiting');
    --this.permits;
    this.listener?.level(levelEvent(this.replay.run, this.sent++));
    if (this.sent >= levels.length) return this.end();
    this.status(this.permits > 0 ? 'expanding' : 'waiting');
    if (this.permits > 0) this.later(() => this.advance());
  }

  private end(): void {
    const { run, tours } = this.replay;
    this.permits = 0;
    if (run.tours === null) {
      this.status('failed');
      this.listener?.failed({ error: run.failure ?? run.status, exit_code: 1 });
      return;
    }
    this.status('done');
    this.listener?.done({
      tours: run.tours,
      wall_ms: run.wall_ms,
      tours_listed: tours === null ? null : tours.length,
      why_not: null,
    });
  }

  private status(phase: RunStatus['phase'], frontier: Partial<RunStatus> = {}): void {
    const level = Math.min(this.sent, this.facts.last_level);
    const allowed = Number.isFinite(this.permits) ? this.permits : this.facts.last_level + 1;
    this.listener?.status({ phase, level, allowed, ...frontier });
  }
}

export class ReplayLab implements Lab {
  readonly live = false;

  constructor(readonly replay: ReplayDocument) {
    const { rows, columns, missing } = replay.run.question.board;
    makeBoard(rows, columns, missing);
  }

  async machine(): Promise<Machine> {
    const { program, host, device } = this.replay.run;
    return {
      version: program.version,
      revision: program.git_revision,
      processor: host.processor,
      devices: [{ name: device.kind, available: true, text: device.name ?? '' }],
    };
  }

  async create(): Promise<RunSource> {
    return new ReplayRun(this.replay);
  }
}
