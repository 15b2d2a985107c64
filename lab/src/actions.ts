// Every command of the page by one name: what a key does, what a button says, and what the list of
// keys shows are all taken from here.

import type { App } from './app.ts';
import { language, setLanguage, type TextKey } from './language.ts';
import { PRUNE_RULES } from './model.ts';
import { recall, remember } from './storage.ts';
import { isDark, reducedMotion, setMotion, setTheme } from './theme.ts';

export interface Action {
  readonly key: string;
  readonly text: TextKey;
  run(app: App): void;
}

const click = (id: string): void => document.getElementById(id)?.click();
const live = (app: App, work: () => void): void => {
  if (app.lab.live) work();
};

function nextDevice(app: App): void {
  const there = app.machine === 'asking' || app.machine === 'silent' ? [] : app.machine.devices;
  const names = ['auto', ...there.filter((one) => one.available).map((one) => one.name)];
  const next = (names.indexOf(app.settings.device) + 1) % names.length;
  app.change({ device: names[next] ?? 'auto' });
}

const area = (app: App, rows: number, columns: number): void => {
  if (rows >= 1 && columns >= 1 && rows * columns <= 64) app.change({ rows, columns, starts: [] });
};

export const ACTIONS = {
  step: { key: 's', text: 'action.step', run: (app) => app.step() },
  run: { key: 'r', text: 'action.run', run: (app) => app.toggleRun() },
  reset: { key: 'n', text: 'action.reset', run: (app) => void app.newRun() },
  slower: { key: '-', text: 'action.slower', run: (app) => app.setPace(app.paceIndex - 1, false) },
  faster: { key: '+', text: 'action.faster', run: (app) => app.setPace(app.paceIndex + 1, false) },
  fast: { key: 'f', text: 'action.fast', run: (app) => app.setPace(app.paceIndex, !app.fast) },
  back: {
    key: ',', text: 'action.back',
    run: (app) => app.session?.lookAt(app.session.shown - 1),
  },
  forward: {
    key: '.', text: 'action.forward',
    run: (app) => app.session?.lookAt(app.session.shown + 1),
  },
  sampleBefore: {
    key: '[', text: 'action.sampleBefore', run: (app) => app.showSample(app.looks.sample - 1),
  },
  sampleAfter: {
    key: ']', text: 'action.sampleAfter', run: (app) => app.showSample(app.looks.sample + 1),
  },
  log: {
    key: 'l', text: 'action.log',
    run: (app) => {
      app.looks.logScale = !app.looks.logScale;
      app.invalidate();
    },
  },
  setup: { key: 'b', text: 'action.setup', run: () => click('setup-button') },
  rowsMore: {
    key: 'm', text: 'action.rowsMore',
    run: (app) => live(app, () => area(app, app.settings.rows + 1, app.settings.columns)),
  },
  rowsFewer: {
    key: 'M', text: 'action.rowsFewer',
    run: (app) => live(app, () => area(app, app.settings.rows - 1, app.settings.columns)),
  },
  columnsMore: {
    key: 'k', text: 'action.columnsMore',
    run: (app) => live(app, () => area(app, app.settings.rows, app.settings.columns + 1)),
  },
  columnsFewer: {
    key: 'K', text: 'action.columnsFewer',
    run: (app) => live(app, () => area(app, app.settings.rows, app.settings.columns - 1)),
  },
  goal: {
    key: 'o', text: 'action.goal',
    run: (app) => live(app, () =>
      app.change({ tours: app.settings.tours === 'open' ? 'closed' : 'open', starts: [] })),
  },
  starts: {
    key: 'a', text: 'action.starts', run: (app) => live(app, () => app.change({ starts: [] })),
  },
  prune: {
    key: 'p', text: 'action.prune',
    run: (app) => live(app, () =>
      app.change({ prune: app.settings.prune.length > 0 ? [] : PRUNE_RULES })),
  },
  device: { key: 'd', text: 'action.device', run: (app) => live(app, () => nextDevice(app)) },
  tours: {
    key: 'u', text: 'action.tours',
    run: () => document.getElementById('tours')?.scrollIntoView(
      { behavior: reducedMotion() ? 'auto' : 'smooth' }),
  },
  saveRun: { key: 'j', text: 'action.saveRun', run: () => click('save-run') },
  savePage: { key: 'e', text: 'action.savePage', run: () => click('save-page') },
  language: {
    key: 'g', text: 'action.language', run: () => setLanguage(language() === 'en' ? 'th' : 'en'),
  },
  theme: { key: 't', text: 'action.theme', run: () => setTheme(isDark() ? 'light' : 'dark') },
  motion: { key: 'x', text: 'action.motion', run: () => setMotion(reducedMotion()) },
  help: { key: '?', text: 'action.help', run: () => click('help-button') },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;

let keysOn = recall('keys') !== 'off';
export const areKeysOn = (): boolean => keysOn;
export function setKeys(on: boolean): void {
  keysOn = on;
  remember('keys', on ? 'on' : 'off');
}

const MAY_REPEAT: ReadonlySet<Action> =
  new Set([ACTIONS.back, ACTIONS.forward, ACTIONS.sampleBefore, ACTIONS.sampleAfter]);
const TYPING = 'input:not([type=checkbox], [type=radio], [type=range]), select, textarea';

const PUNCTUATION: Readonly<Record<string, string>> = {
  Comma: ',', Period: '.', BracketLeft: '[', BracketRight: ']', Minus: '-', Equal: '+', Slash: '?',
};

/** What the key says; under a layout of another script, what it says on a Latin keyboard. */
function keyOf(event: KeyboardEvent): string {
  if (/^[ -~]$/.test(event.key)) return event.key;
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (letter) return event.shiftKey ? letter : letter.toLowerCase();
  return PUNCTUATION[event.code] ?? event.key;
}

/** Single keys, without a modifier, while nothing is being typed and no dialog is open. */
export function listenToKeys(app: App): void {
  const byKey = new Map(Object.values<Action>(ACTIONS).map((one) => [one.key, one]));
  byKey.set('=', ACTIONS.faster);
  document.addEventListener('keydown', (event) => {
    if (!keysOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(`${TYPING}, dialog`)) return;
    const key = keyOf(event);
    const action = byKey.get(key) ?? byKey.get(key.toLowerCase());
    if (!action || (event.repeat && !MAY_REPEAT.has(action))) return;
    event.preventDefault();
    action.run(app);
  });
}
