// The place of the second act: it opens when the last level is done and its tours were listed.

import type { App, View } from '../app.ts';
import { el, rich } from '../dom.ts';
import { onLanguage } from '../language.ts';
import type { RunDone } from '../model.ts';
import type { Session } from '../session.ts';
import { reducedMotion } from '../theme.ts';
import { mountGallery } from '../tours/gallery.ts';

/** The gallery follows the language by itself, so this view outlives a change of it. */
export function secondActView(app: App): View {
  const root = el('section', { id: 'tours', class: 'act-two', hidden: true });
  let shown: RunDone | null = null;
  let unmount: (() => void) | null = null;

  function open(session: Session, end: RunDone): void {
    if (end.tours_listed === null) {
      const why = el('p', { class: 'empty' });
      const write = (): void => why.replaceChildren(...(end.why_not === null ? rich('tours.unlisted')
        : rich('tours.unlistedWhy', { why: end.why_not })));
      write();
      const stop = onLanguage(write);
      root.append(why);
      unmount = () => {
        stop();
        root.replaceChildren();
      };
      return;
    }
    const { question } = session.facts;
    unmount = mountGallery(root, {
      board: session.board,
      goal: question.tours,
      startsRequested: question.starts.length === session.board.squares ? [] : question.starts,
      fetchTours: (from, count) => session.source.fetchTours(from, count),
      onLanguage,
      reducedMotion,
    });
  }

  return {
    root,
    render() {
      const end = app.session?.end ?? null;
      if (end === shown) return;
      shown = end;
      unmount?.();
      unmount = null;
      root.hidden = end === null || end.tours === null || end.tours.directed === '0';
      if (app.session && end && !root.hidden) open(app.session, end);
    },
  };
}
