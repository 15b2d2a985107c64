// What is asked: board, start squares, open or closed tours, pruning rules, device.

import { ACTIONS } from '../actions.ts';
import type { App, View } from '../app.ts';
import { arrowTarget } from '../arrows.ts';
import { boardName, chessName, colourOf, makeBoard, type Board } from '../board.ts';
import { el, rich, setAttribute, setText } from '../dom.ts';
import { t } from '../language.ts';
import { PRUNE_RULES, type PruneRule, type RunRequest } from '../model.ts';

const EXAMPLES: readonly (readonly [number, number])[] = [[3, 4], [4, 5], [5, 5], [5, 6]];
/** Above this many squares a level without pruning outgrows most memories. */
const LARGE_AREA = 30;

export function questionText(asked: RunRequest): string {
  const pruned = asked.prune.length;
  return [
    boardName(makeBoard(asked.rows, asked.columns)),
    t(asked.tours === 'open' ? 'setup.open' : 'setup.closed'),
    asked.tours === 'closed' ? '' : asked.starts.length === 0 ? t('setup.allStarts')
      : t('setup.someStarts', { n: asked.starts.length }),
    pruned === 0 ? t('setup.noPruning') : t('setup.somePruning', { n: pruned }),
    asked.device === 'auto' ? t('setup.auto') : asked.device.toUpperCase(),
  ].filter((part) => part !== '').join(' · ');
}

/** A small board of toggles; arrow keys move in it, and it is one stop for the tab key. */
function startsBoard(app: App, board: Board): HTMLElement {
  const root = el('div', {
    class: 'starts', role: 'group', 'aria-label': t('setup.starts'), id: 'starts',
  });
  root.style.gridTemplateColumns = `repeat(${board.columns}, minmax(0, 1fr))`;
  root.style.maxWidth = `${board.columns * 2.4}rem`;
  const cells = Array.from({ length: board.area }, (_, square) => {
    const chosen = app.settings.starts.includes(square);
    const cell = el('button', {
      type: 'button', 'aria-pressed': String(chosen), 'aria-label': chessName(board, square),
      class: colourOf(board, square) === 0 ? 'dark' : 'light', tabindex: square === 0 ? 0 : -1,
    }, chessName(board, square));
    cell.addEventListener('click', () => {
      const { starts } = app.settings;
      const next = starts.includes(square) ? starts.filter((one) => one !== square)
        : [...starts, square].sort((a, b) => a - b);
      app.change({ starts: next.length === board.area ? [] : next });
    });
    return cell;
  });
  root.addEventListener('keydown', (event) => {
    const at = cells.indexOf(event.target as HTMLButtonElement);
    const next = at < 0 ? null : arrowTarget(board, at, event.key);
    if (next === null) return;
    event.preventDefault();
    cells[at]!.tabIndex = -1;
    cells[next]!.tabIndex = 0;
    cells[next]!.focus();
  });
  root.append(...cells);
  return root;
}

export function setupView(app: App): View {
  const { live } = app.lab;
  const question = el('span', { class: 'question' });
  const toggle = el('button', {
    type: 'button', id: 'setup-button', class: 'quiet', 'aria-expanded': 'false',
    'aria-controls': 'setup',
  });
  const panel = el('form', { id: 'setup', class: 'setup' });
  toggle.addEventListener('click', () => {
    app.looks.setupOpen = !app.looks.setupOpen;
    app.invalidate();
  });
  const differ = el('span', { class: 'differ' }, ...rich('setup.differ'));
  const notice = el('p', { class: 'notice', role: 'alert', hidden: true });

  const number = (id: string, label: string): HTMLInputElement =>
    el('input', { type: 'number', id, min: 1, max: 64, 'aria-label': label, inputmode: 'numeric' });
  const rows = number('rows', t('setup.rows'));
  const columns = number('columns', t('setup.columns'));
  const size = (): void => {
    const m = rows.valueAsNumber;
    const n = columns.valueAsNumber;
    const fits = Number.isInteger(m) && Number.isInteger(n) && m >= 1 && n >= 1 && m * n <= 64;
    columns.setCustomValidity(fits ? '' : t('setup.tooLarge'));
    if (fits) app.change({ rows: m, columns: n, starts: [] });
    else columns.reportValidity();
  };
  rows.addEventListener('change', size);
  columns.addEventListener('change', size);
  const examples = EXAMPLES.map(([m, n]) => {
    const button = el('button', { type: 'button', class: 'chip' }, `${m} × ${n}`);
    button.addEventListener('click', () => app.change({ rows: m, columns: n, starts: [] }));
    return button;
  });

  const goals = (['open', 'closed'] as const).map((goal) => {
    const radio = el('input', { type: 'radio', name: 'goal', value: goal, id: `goal-${goal}` });
    radio.addEventListener('change', () => app.change({ tours: goal, starts: [] }));
    return radio;
  });
  const all = el('button', { type: 'button', class: 'chip', id: 'all-starts' }, t('setup.all'));
  all.addEventListener('click', () => app.change({ starts: [] }));
  const startsPlace = el('div', {});
  const startsHint = el('p', { class: 'hint' });
  let startsShown = '';

  const rules = PRUNE_RULES.map((rule) => {
    const box = el('input', { type: 'checkbox', id: `prune-${rule}` });
    box.addEventListener('change', () => app.change({
      prune: PRUNE_RULES.filter((one) =>
        one === rule ? box.checked : app.settings.prune.includes(one)),
    }));
    return [rule, box] as const;
  });
  const ruleLine = (rule: PruneRule, box: HTMLInputElement): HTMLElement =>
    el('label', { class: 'check' }, box,
      el('span', {}, el('strong', {}, `${t(`rule.${rule}`)}:`), ' ', t(`rule.${rule}.why`)));

  const devices = el('div', { class: 'stack' });
  let devicesShown: unknown = null;
  const warning = el('p', { class: 'warning', role: 'status' });
  const begin = el('button', { type: 'submit', class: 'primary', id: 'begin-button' },
    t('setup.begin'));
  panel.addEventListener('submit', (event) => {
    event.preventDefault();
    ACTIONS.reset.run(app);
  });
  panel.append(
    el('div', { class: 'column' },
      el('fieldset', {}, el('legend', {}, t('setup.board')),
        el('div', { class: 'size' }, rows, el('span', { 'aria-hidden': 'true' }, '×'), columns),
        el('div', { class: 'chips' }, ...examples),
        el('p', { class: 'hint' }, t('setup.boardHint'))),
      el('fieldset', {}, el('legend', {}, t('setup.goal')),
        ...goals.map((radio) => el('label', { class: 'check' }, radio,
          el('span', {}, ...rich(radio.value === 'open' ? 'setup.openLong' : 'setup.closedLong')))))),
    el('fieldset', {}, el('legend', {}, t('setup.starts')), startsPlace,
      el('div', { class: 'chips' }, all), startsHint),
    el('fieldset', {}, el('legend', {}, t('setup.pruning')),
      ...rules.map(([rule, box]) => ruleLine(rule, box)),
      el('p', { class: 'hint' }, t('setup.pruningHint'))),
    el('div', { class: 'column' },
      el('fieldset', {}, el('legend', {}, t('setup.device')), devices),
      el('div', { class: 'begin' }, warning, begin)));

  function renderDevices(): void {
    const { machine } = app;
    if (devicesShown === machine) return;
    devicesShown = machine;
    const there = machine === 'asking' || machine === 'silent' ? [] : machine.devices;
    const choices = [{ name: 'auto', available: true, text: t('setup.autoLong') }, ...there];
    devices.replaceChildren(...choices.map((device) => {
      const radio = el('input', {
        type: 'radio', name: 'device', value: device.name, id: `device-${device.name}`,
        disabled: !device.available,
      });
      radio.addEventListener('change', () => app.change({ device: device.name }));
      const why = 'reason' in device ? device.reason : undefined;
      return el('label', { class: device.available ? 'check' : 'check off' }, radio,
        el('span', {}, device.name === 'auto' ? '' : el('strong', {}, `${device.name.toUpperCase()}:`), ' ',
          device.available ? device.text : (why ?? '')));
    }));
  }

  function renderStarts(): void {
    const { rows: m, columns: n, tours, starts } = app.settings;
    const board = makeBoard(m, n);
    const shape = `${m} ${n} ${tours}`;
    if (shape !== startsShown) {
      startsShown = shape;
      startsPlace.replaceChildren(tours === 'open' ? startsBoard(app, board) : '');
      setText(startsHint, t(tours === 'open' ? 'setup.startsHint' : 'setup.startsClosed'));
      all.hidden = tours === 'closed';
    }
    startsPlace.querySelectorAll('button').forEach((cell, square) =>
      setAttribute(cell, 'aria-pressed', String(starts.length === 0 || starts.includes(square))));
    setAttribute(all, 'aria-pressed', String(starts.length === 0));
  }

  const root = el('section', { class: 'asked', 'aria-label': t('setup.title') },
    live ? toggle : el('p', { class: 'fixed' }, question, '. ', t('setup.replay')),
    differ, notice,
    live ? panel : null);
  if (live) toggle.append(el('span', { class: 'what' }, t('setup.title')), question);

  return {
    root,
    render() {
      const asked = app.settings;
      setText(question, questionText(asked));
      differ.hidden = !app.settingsDiffer;
      notice.hidden = app.complaint === null && !app.isSecondTry;
      setText(notice, app.complaint ?? (app.isSecondTry ? t('line.newRun') : ''));
      panel.hidden = !app.looks.setupOpen;
      setAttribute(toggle, 'aria-expanded', String(app.looks.setupOpen));
      if (!live || panel.hidden) return;
      if (document.activeElement !== rows) rows.value = String(asked.rows);
      if (document.activeElement !== columns) columns.value = String(asked.columns);
      for (const radio of goals) radio.checked = radio.value === asked.tours;
      for (const [rule, box] of rules) box.checked = asked.prune.includes(rule);
      renderStarts();
      renderDevices();
      const device = document.getElementById(`device-${asked.device}`);
      if (device instanceof HTMLInputElement) device.checked = true;
      const area = asked.rows * asked.columns;
      setText(warning,
        asked.tours === 'closed' && area % 2 === 1 ? t('setup.warnOdd', { n: area })
          : area > LARGE_AREA && asked.prune.length === 0 ? t('setup.warnLarge', { n: area }) : '');
    },
  };
}
