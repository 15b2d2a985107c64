// The types of what the engine says: docs/formats.md (ktour-run, version 1) and the Lab's own
// messages around it. Field names are those of the JSON.

export type Goal = 'open' | 'closed';
export type PruneRule = 'colour' | 'isolated' | 'ends' | 'connected';
export const PRUNE_RULES: readonly PruneRule[] = ['colour', 'isolated', 'ends', 'connected'];

export interface Sample {
  /** Hexadecimal mask, bit i for square i. */
  readonly visited: string;
  readonly endpoint: number;
  readonly multiplicity: string;
  /** One way to the state, from its start; empty where levels were not kept. */
  readonly path: readonly number[];
}

export interface Level {
  readonly depth: number;
  readonly frontier: number;
  readonly expanded: number;
  readonly generated: number;
  readonly pruned: number;
  readonly dead_ends: number;
  readonly duplicates: number;
  readonly explored: number;
  readonly paths: string;
  readonly bytes: number;
  readonly ms: { readonly expand: number; readonly route: number; readonly merge: number;
                 readonly wall: number };
  readonly states_per_second: number;
  readonly inbox_states: readonly number[];
  /** [source][target] */
  readonly messages: readonly (readonly number[])[];
  readonly samples: readonly Sample[];
}

/** A level as it arrives at its barrier, with what waits behind the barrier. */
export interface LevelEvent extends Level {
  /** null at the last level */
  readonly next_frontier: number | null;
  readonly next_samples: readonly Sample[];
  readonly next_inbox_states?: readonly number[] | null;
}

export interface Question {
  readonly board: { readonly rows: number; readonly columns: number;
                    readonly missing: readonly number[]; readonly squares: number };
  readonly tours: Goal;
  readonly starts: readonly number[];
  readonly ends?: readonly number[];
  /** "none" or rule names with commas between. */
  readonly prune: string;
  readonly model: string;
}

export interface Device {
  readonly kind: 'cpu' | 'cuda';
  readonly why?: string;
  readonly threads?: number;
  readonly name?: string;
}

export interface Tours {
  readonly directed: string;
  readonly undirected: string | null;
  readonly by_end: readonly string[];
}

export interface RunDocument {
  readonly format: 'ktour-run';
  readonly version: 1;
  readonly status: string;
  readonly failure: string | null;
  readonly impossible: string | null;
  readonly program: { readonly version: string; readonly git_revision: string };
  readonly host: { readonly processor: string; readonly cores: number };
  readonly device: Device;
  readonly question: Question;
  readonly levels: readonly Level[];
  readonly wall_ms: number;
  readonly tours: Tours | null;
}

/** What an exported page carries in its data block. */
export interface ReplayDocument {
  readonly format: 'ktour-lab';
  readonly version: 1;
  readonly run: RunDocument;
  /** As tour_code.ts decodes them; null where they were not listed. */
  readonly tours: readonly string[] | null;
}

export interface MachineDevice {
  readonly name: string;
  readonly available: boolean;
  readonly text: string;
  readonly reason?: string;
}

export interface Machine {
  readonly version: string;
  readonly revision: string;
  readonly processor: string;
  readonly devices: readonly MachineDevice[];
}

export interface RunRequest {
  readonly rows: number;
  readonly columns: number;
  readonly tours: Goal;
  /** Empty for all. */
  readonly starts: readonly number[];
  readonly prune: readonly PruneRule[];
  readonly device: string;
}

/** What is known of a run before its first level. */
export interface RunFacts {
  readonly question: Question;
  readonly last_level: number;
  readonly impossible: string | null;
  readonly device: Device;
}

export type Phase = 'ready' | 'expanding' | 'waiting' | 'unfolding' | 'done' | 'failed';

export interface RunStatus {
  readonly phase: Phase;
  /** Depth of the current frontier. */
  readonly level: number;
  readonly allowed: number;
  /** With the first status of a stream: the current frontier. */
  readonly frontier?: number;
  readonly samples?: readonly Sample[];
  readonly inbox_states?: readonly number[] | null;
}

export interface RunDone {
  readonly tours: Tours | null;
  readonly wall_ms: number;
  /** How many explicit tours can be fetched, or null. */
  readonly tours_listed: number | null;
  readonly why_not: string | null;
}

export interface RunFailure {
  readonly error: string;
  readonly exit_code: number;
}

export const pruneRulesOf = (question: Question): PruneRule[] =>
  PRUNE_RULES.filter((rule) => question.prune.split(',').includes(rule));
