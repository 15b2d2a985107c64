// A run on the server's engine: commands by fetch, levels by an event stream.
//
// The stream is reopened by hand and not by EventSource: `from` has to be the next level that is
// missing here, and a server that is gone has to be told from a run that is gone. When a stream
// breaks, the machine is asked for first; if it answers, the run is; then the stream begins again.

import type {
  LevelEvent, Machine, RunDone, RunFacts, RunFailure, RunRequest, RunStatus,
} from '../model.ts';
import type { TourPage } from '../tours/gallery.ts';
import type { Connection, Lab, RunListener, RunSource } from './run_source.ts';

/** What of EventSource is used. */
export interface EventStream {
  addEventListener(name: string, listener: (event: { readonly data?: string }) => void): void;
  close(): void;
}

/** The browser's network; tests put their own in its place. */
export interface Network {
  fetch(url: string, init?: RequestInit): Promise<Response>;
  events(url: string): EventStream;
  /** ms to wait before the nth attempt in a row to get through. */
  pause(attempt: number): number;
}

export const browserNetwork: Network = {
  fetch: (url, init) => fetch(url, init),
  events: (url) => new EventSource(url) as unknown as EventStream,
  pause: (attempt) => Math.min(3000, 250 * 2 ** attempt),
};

/** The server's answer was an error: its one clear line, and the status. */
export class ServerError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

async function ask(network: Network, method: string, url: string, body?: object): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', cache: 'no-store' };
  if (body) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await network.fetch(url, init);
  if (response.ok) return response;
  const text = await response.text();
  let message = text || response.statusText;
  try {
    message = (JSON.parse(text) as { error?: string }).error ?? message;
  } catch {
    // Not JSON: the text itself is the message.
  }
  throw new ServerError(message, response.status);
}

export class LiveRun implements RunSource {
  private listener: RunListener | null = null;
  private stream: EventStream | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private levels = 0;
  private attempt = 0;
  private over = false;

  constructor(private readonly network: Network, private readonly id: string,
              readonly facts: RunFacts) {}

  get jsonUrl(): string {
    return `${this.url}/run.json`;
  }
  get exportUrl(): string {
    return `${this.url}/export.html`;
  }

  open(listener: RunListener): void {
    this.listener = listener;
    this.connect();
  }

  async step(levels: number | 'all'): Promise<void> {
    await ask(this.network, 'POST', `${this.url}/step`, { levels });
  }

  async pause(): Promise<void> {
    await ask(this.network, 'POST', `${this.url}/pause`, {});
  }

  close(): void {
    this.listener = null;
    clearTimeout(this.timer);
    this.stream?.close();
    // With keepalive it gets through even while the page is being closed. A run that this misses is
    // forgotten by the server soon after its stream has gone.
    void this.network.fetch(this.url, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  }

  async fetchTours(from: number, count: number): Promise<TourPage> {
    const response = await ask(this.network, 'GET', `${this.url}/tours?from=${from}&count=${count}`);
    return (await response.json()) as TourPage;
  }

  private get url(): string {
    return `/api/runs/${this.id}`;
  }

  private connect(): void {
    const stream = this.network.events(`${this.url}/events?from=${this.levels}`);
    this.stream = stream;
    const on = <Content>(name: string, take: (content: Content) => void): void =>
      stream.addEventListener(name, (event) => {
        if (this.stream !== stream || event.data === undefined) return;
        this.here();
        take(JSON.parse(event.data) as Content);
      });
    stream.addEventListener('open', () => this.stream === stream && this.here());
    on<LevelEvent>('level', (level) => {
      if (level.depth !== this.levels) return;
      ++this.levels;
      this.listener?.level(level);
    });
    on<RunStatus>('status', (status) => this.listener?.status(status));
    // A stream that was reopened tells the end once more.
    const end = (tell: () => void): void => {
      if (!this.over) tell();
      this.over = true;
    };
    on<RunDone>('done', (done) => end(() => this.listener?.done(done)));
    on<RunFailure>('failed', (failure) => end(() => this.listener?.failed(failure)));
    stream.addEventListener('error', () => this.stream === stream && this.broken());
  }

  private here(): void {
    this.attempt = 0;
    this.listener?.connection('here');
  }

  private broken(): void {
    this.stream?.close();
    this.stream = null;
    this.retry();
  }

  private retry(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.findRun(), this.network.pause(this.attempt++));
  }

  private async findRun(): Promise<void> {
    const found = await this.look();
    if (!this.listener) return;
    if (found === 'here') return this.connect();
    this.listener.connection(found);
    if (found === 'lost') this.retry();
  }

  private async look(): Promise<Connection> {
    try {
      await ask(this.network, 'GET', '/api/machine');
      const response = await ask(this.network, 'GET', this.jsonUrl);
      await response.body?.cancel();
      return 'here';
    } catch (error) {
      return error instanceof ServerError && error.status === 404 ? 'forgotten' : 'lost';
    }
  }
}

export class LiveLab implements Lab {
  readonly live = true;

  constructor(private readonly network: Network = browserNetwork) {}

  async machine(): Promise<Machine> {
    return (await (await ask(this.network, 'GET', '/api/machine')).json()) as Machine;
  }

  async create(request: RunRequest): Promise<RunSource> {
    const response = await ask(this.network, 'POST', '/api/runs', request);
    const { id, ...facts } = (await response.json()) as RunFacts & { id: string };
    return new LiveRun(this.network, id, facts);
  }
}
