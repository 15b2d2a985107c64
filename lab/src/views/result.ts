// What the finished search found, and where to keep it.

import type { App, View } from '../app.ts';
import { el, rich } from '../dom.ts';
import { t, type TextKey, type Values } from '../language.ts';
import type { Session } from '../session.ts';

function said(session: Session): readonly [TextKey, Values] | null {
  const { end, failure, facts } = session;
  if (facts.impossible !== null)
    return session.board.squares % 2 === 1 && facts.question.tours === 'closed'
      ? ['result.odd', { n: session.board.squares }]
      : ['result.impossible', { why: facts.impossible }];
  if (failure) return ['result.failed', { error: failure.error }];
  if (!end?.tours) return null;
  const values = {
    directed: BigInt(end.tours.directed), undirected: BigInt(end.tours.undirected ?? 0),
    ms: end.wall_ms, levels: session.levels.length,
  };
  if (end.tours.directed === '0') return ['result.zero', values];
  if (end.tours.undirected === null) return ['result.directed', values];
  return [facts.question.tours === 'open' ? 'result.open' : 'result.closed', values];
}

export function resultView(app: App): View {
  const text = el('p', { class: 'found' });
  const save = el('p', { class: 'save' });
  const root = el('section', { class: 'result', 'aria-label': t('result.title'), hidden: true },
    text, save);
  let shown: unknown = null;

  return {
    root,
    render() {
      const { session } = app;
      const about = session && (session.isOver || session.facts.impossible !== null) ? session : null;
      if (about === shown) return;
      shown = about;
      const line = about && said(about);
      root.hidden = !line;
      if (!about || !line) return;
      root.classList.toggle('bad', about.failure !== null);
      text.replaceChildren(...rich(...line));
      save.replaceChildren();
      if (line[0] === 'result.odd') save.append(el('a', { href: '#why' }, t('result.why')));
      if (about.end?.tours_listed) save.append(el('a', { href: '#tours' }, t('result.tours')));
      const link = (id: string, url: string, name: string, key: TextKey): HTMLElement =>
        el('a', { id, href: url, download: name }, t(key));
      const { board, source } = about;
      const name = `ktour-${board.rows}x${board.columns}`;
      if (source.jsonUrl) save.append(link('save-run', source.jsonUrl, `${name}.json`, 'result.json'));
      if (source.exportUrl && about.end)
        save.append(link('save-page', source.exportUrl, `${name}.html`, 'result.page'));
    },
  };
}
