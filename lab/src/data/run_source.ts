// Where the levels of a run come from: a server's engine (LiveRun) or a finished run's document
// (ReplayRun). The page cannot tell them apart but by `Lab.live`.

import type {
  LevelEvent, Machine, RunDone, RunFacts, RunFailure, RunRequest, RunStatus,
} from '../model.ts';
import type { TourPage } from '../tours/gallery.ts';

/** here: events arrive; lost: nobody answers, being tried again; forgotten: the server answers
    but does not know the run any more. */
export type Connection = 'here' | 'lost' | 'forgotten';

export interface RunListener {
  /** Levels come in order, each once. */
  level(level: LevelEvent): void;
  status(status: RunStatus): void;
  done(done: RunDone): void;
  failed(failure: RunFailure): void;
  connection(connection: Connection): void;
}

export interface RunSource {
  readonly facts: RunFacts;
  /** Begins to tell `listener`, once. */
  open(listener: RunListener): void;
  /** Permits so many more levels. */
  step(levels: number | 'all'): Promise<void>;
  /** Takes back permits that were not used. */
  pause(): Promise<void>;
  /** Ends the run; nothing is told afterwards. */
  close(): void;
  fetchTours(from: number, count: number): Promise<TourPage>;
  /** Where the run can be downloaded, or null. */
  readonly jsonUrl: string | null;
  readonly exportUrl: string | null;
}

export interface Lab {
  readonly live: boolean;
  machine(): Promise<Machine>;
  /** Rejects with an Error whose message can be shown. */
  create(request: RunRequest): Promise<RunSource>;
}
