// One run as the page knows it: the levels so far, where the search stands, and which step the
// reader looks at. It asks the source for nothing but what the reader asked for.

import { makeBoard, type Board } from './board.ts';
import type { Connection, RunListener, RunSource } from './data/run_source.ts';
import type {
  LevelEvent, RunDone, RunFacts, RunFailure, RunStatus, Sample,
} from './model.ts';

/** A frontier and the step that made it. */
export interface Snapshot {
  /** Moves made by every state of the frontier. */
  readonly depth: number;
  readonly frontier: number | null;
  readonly samples: readonly Sample[];
  /** States by square; where a level is not expanded yet maybe the children received, unmerged. */
  readonly inbox: readonly number[];
  readonly inboxIsMerged: boolean;
  /** The level that was last expanded (or finished), null at the start. */
  readonly step: LevelEvent | null;
  /** The step whose messages are shown: the last level sends none, so the one before it then. */
  readonly sent: LevelEvent | null;
  readonly isLast: boolean;
}

export class Session implements RunListener {
  readonly board: Board;
  readonly levels: LevelEvent[] = [];
  current: RunStatus = { phase: 'ready', level: 0, allowed: 0 };
  end: RunDone | null = null;
  failure: RunFailure | null = null;
  link: Connection = 'here';
  private start: RunStatus | null = null;
  /** Index of the step looked at, -1 for the start; null follows the search. */
  private looked: number | null = null;
  private kept: { readonly about: string; readonly shot: Snapshot } | null = null;

  constructor(readonly source: RunSource, private readonly changed: () => void) {
    const { rows, columns, missing } = source.facts.question.board;
    this.board = makeBoard(rows, columns, missing);
  }

  get facts(): RunFacts {
    return this.source.facts;
  }
  get isOver(): boolean {
    return this.end !== null || this.failure !== null;
  }
  get canStep(): boolean {
    return !this.isOver && this.link === 'here' && this.facts.impossible === null;
  }
  /** Index of the step on screen, -1 at the start. */
  get shown(): number {
    return this.looked ?? this.levels.length - 1;
  }
  get follows(): boolean {
    return this.looked === null;
  }

  /** Looks at a step that is already there; the newest one means to follow the search. */
  lookAt(step: number): void {
    const newest = this.levels.length - 1;
    const inside = Math.max(-1, Math.min(newest, step));
    this.looked = inside === newest ? null : inside;
    this.changed();
  }

  level(level: LevelEvent): void {
    this.levels.push(level);
    this.changed();
  }
  status(status: RunStatus): void {
    if (status.frontier !== undefined && status.level === 0) this.start = status;
    this.current = status;
    this.changed();
  }
  done(done: RunDone): void {
    this.end = done;
    this.changed();
  }
  failed(failure: RunFailure): void {
    this.failure = failure;
    this.changed();
  }
  connection(connection: Connection): void {
    if (this.link === connection) return;
    this.link = connection;
    this.changed();
  }

  /** The same object until there is something else to show. */
  snapshot(): Snapshot {
    const about = `${this.shown} ${this.levels.length} ${this.start !== null}`;
    if (this.kept?.about !== about) this.kept = { about, shot: this.take() };
    return this.kept.shot;
  }

  private take(): Snapshot {
    const step = this.levels[this.shown] ?? null;
    if (step === null) return this.atStart();
    const last = this.facts.last_level;
    const depth = Math.min(this.shown + 1, last);
    const isLast = step.next_frontier === null;
    const sent = isLast ? (this.levels[this.shown - 1] ?? null) : step;
    const expanded = this.levels[depth];
    const merged = expanded?.inbox_states ?? step.next_inbox_states ?? null;
    return {
      depth,
      frontier: isLast ? step.frontier : step.next_frontier,
      samples: isLast ? step.samples : step.next_samples,
      inbox: merged ?? received(step),
      inboxIsMerged: merged !== null || step.duplicates === 0,
      step, sent, isLast,
    };
  }

  private atStart(): Snapshot {
    const starts = this.facts.impossible === null ? this.facts.question.starts : [];
    const inbox = this.levels[0]?.inbox_states ?? this.start?.inbox_states ??
      Array.from({ length: this.board.area }, (_, square) => (starts.includes(square) ? 1 : 0));
    return {
      depth: 0,
      frontier: this.levels[0]?.frontier ?? this.start?.frontier ?? null,
      samples: this.levels[0]?.samples ?? this.start?.samples ?? [],
      inbox, inboxIsMerged: true, step: null, sent: null, isLast: false,
    };
  }
}

/** By square, the children that arrived there in a step. */
const received = (step: LevelEvent): number[] =>
  step.inbox_states.map((_, target) =>
    step.messages.reduce((sum, row) => sum + (row[target] ?? 0), 0));
