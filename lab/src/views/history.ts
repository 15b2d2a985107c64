// The table of levels: one row for each that is done, and a barrier after each row. A row can be chosen
// to look back at its level.

import type { App, View } from '../app.ts';
import { el, rich, setAttribute } from '../dom.ts';
import { formatNumber, t } from '../language.ts';
import type { LevelEvent } from '../model.ts';
import type { Session } from '../session.ts';

type Column = 'depth' | 'frontier' | 'expanded' | 'generated' | 'pruned' | 'dead_ends' |
  'duplicates' | 'explored';
const COLUMNS: readonly Column[] =
  ['depth', 'frontier', 'expanded', 'generated', 'pruned', 'dead_ends', 'duplicates', 'explored'];

export function historyView(app: App): View {
  const head = el('tr', {});
  const body = el('tbody', {});
  const caption = el('caption', { class: 'unseen' }, t('history.title'));
  const box = el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'history-title' },
    el('table', { id: 'history' }, caption, el('thead', {}, head), body));
  const newest = el('button', { type: 'button', class: 'quiet', id: 'newest' }, t('history.newest'));
  newest.addEventListener('click', () => app.session?.lookAt(Infinity));
  const root = el('section', { class: 'card history', 'aria-labelledby': 'history-title' },
    el('div', { class: 'row' }, el('h2', { id: 'history-title' }, t('history.title')), newest),
    el('p', { class: 'hint' }, ...rich('history.hint')), box);

  let shown: Session | null = null;
  let columns = COLUMNS;
  let rows: HTMLTableRowElement[] = [];
  let chosen = -2;

  function begin(session: Session): void {
    shown = session;
    rows = [];
    chosen = -2;
    columns = session.facts.question.prune === 'none'
      ? COLUMNS.filter((column) => column !== 'pruned') : COLUMNS;
    head.replaceChildren(...columns.map((column) =>
      el('th', { scope: 'col', class: column }, t(`column.${column}`))));
    body.replaceChildren();
  }

  function rowOf(level: LevelEvent): HTMLTableRowElement {
    const look = el('button', {
      type: 'button', class: 'look', 'aria-label': t('history.look', { level: level.depth }),
    }, formatNumber(level.depth));
    const row = el('tr', { 'data-depth': level.depth },
      ...columns.map((column) => column === 'depth'
        ? el('th', { scope: 'row', 'data-field': column, 'data-value': level.depth }, look)
        : el('td', { 'data-field': column, 'data-value': level[column] },
          formatNumber(level[column]))));
    row.addEventListener('click', () => app.session?.lookAt(level.depth));
    return row;
  }

  return {
    root,
    render() {
      const { session } = app;
      if (!session) return;
      if (session !== shown) begin(session);
      for (const level of session.levels.slice(rows.length)) {
        const row = rowOf(level);
        rows.push(row);
        body.append(row);
        if (level.next_frontier !== null)
          body.append(el('tr', { class: 'barrier', 'aria-hidden': 'true' },
            el('td', { colspan: columns.length }, el('span', {}, t('flow.barrier')))));
      }
      newest.hidden = session.follows;
      if (session.shown === chosen) return;
      if (rows[chosen]) setAttribute(rows[chosen]!, 'aria-current', null);
      chosen = session.shown;
      const row = rows[chosen];
      if (!row) return;
      setAttribute(row, 'aria-current', 'true');
      // Only inside the box: the page itself must not jump.
      box.scrollTop = Math.max(0, row.offsetTop - box.clientHeight * 0.6);
    },
  };
}
