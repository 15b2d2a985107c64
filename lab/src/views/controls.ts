// The transport bar: step, run and pause, new, the pace, and where the search stands. It stays in
// sight while the page scrolls.

import { ACTIONS } from '../actions.ts';
import type { App, View } from '../app.ts';
import { el, rich, setAttribute, setText } from '../dom.ts';
import { t, type TextKey, type Values } from '../language.ts';
import { PACES } from '../pacer.ts';
import type { Session } from '../session.ts';

interface Line {
  readonly key: TextKey;
  readonly values?: Values;
}

const BAD_NEWS: ReadonlySet<TextKey> =
  new Set(['line.noServer', 'line.lost', 'line.failed', 'line.refused']);

/** Where the search stands, in one sentence. */
export function levelLine(app: App): Line {
  const { session } = app;
  if (!session && app.complaint !== null) return { key: 'line.refused' };
  if (!session) return { key: app.machine === 'silent' ? 'line.noServer' : 'line.creating' };
  if (session.link === 'lost') return { key: 'line.lost' };
  if (session.facts.impossible !== null) return { key: 'line.impossible' };
  if (session.failure) return { key: 'line.failed' };
  const { step, depth, frontier, isLast } = session.snapshot();
  if (!step) return frontier === null ? { key: 'line.creating' } : startLine(session, frontier);
  const values = {
    level: step.depth, frontier: step.frontier, generated: step.generated, dead: step.dead_ends,
    duplicates: step.duplicates, next: frontier ?? 0, depth, tours: session.end?.tours?.directed ?? '',
  };
  if (isLast) return lastLine(session, values);
  if (session.current.phase === 'expanding' && !app.pacer?.isRunning && session.follows)
    return { key: 'line.expanding', values: { level: session.current.level } };
  return { key: 'line.step', values };
}

function startLine(session: Session, frontier: number): Line {
  return session.current.phase === 'expanding'
    ? { key: 'line.expanding', values: { level: 0 } }
    : { key: 'line.start', values: { frontier } };
}

function lastLine(session: Session, values: Values): Line {
  if (session.current.phase === 'unfolding') return { key: 'line.unfolding', values };
  if (!session.end?.tours) return { key: 'line.step', values };
  return {
    key: session.facts.question.tours === 'open' ? 'line.doneOpen' : 'line.doneClosed',
    values: { ...values, tours: BigInt(session.end.tours.directed) },
  };
}

export function controlsView(app: App): View {
  const button = (name: 'step' | 'run' | 'reset', classes: string): HTMLButtonElement => {
    const made = el('button', {
      type: 'button', id: `${name}-button`, class: classes, 'aria-keyshortcuts': ACTIONS[name].key,
      title: `${t(ACTIONS[name].text)} (${ACTIONS[name].key.toUpperCase()})`,
    });
    made.addEventListener('click', () => ACTIONS[name].run(app));
    return made;
  };
  const step = button('step', 'primary');
  const run = button('run', '');
  const reset = button('reset', 'quiet');
  step.textContent = t('controls.step');
  reset.textContent = t('controls.reset');

  const pace = el('input', {
    type: 'range', id: 'pace', min: 0, max: PACES.length - 1, step: 1, title: '- +',
  });
  pace.addEventListener('input', () => app.setPace(Number(pace.value), false));
  const paceText = el('output', { for: 'pace' });
  const fast = el('input', { type: 'checkbox', id: 'fast' });
  fast.addEventListener('change', () => app.setPace(app.paceIndex, fast.checked));

  const level = el('p', { class: 'level', id: 'level' });
  const meter = el('progress', { id: 'progress', 'aria-label': t('controls.progress') });
  const line = el('p', { class: 'line', id: 'level-line' });
  const spoken = el('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  let lineShown = '';
  let spokenAt = -Infinity;
  let speakLater: ReturnType<typeof setTimeout> | undefined;

  // A screen reader is told once a second at most, and always how things ended up.
  function speak(text: string): void {
    clearTimeout(speakLater);
    speakLater = setTimeout(() => {
      spokenAt = performance.now();
      setText(spoken, text);
    }, Math.max(150, spokenAt + 1000 - performance.now()));
  }

  const root = el('section', { class: 'transport', 'aria-label': t('controls.title') },
    el('div', { class: 'buttons' }, step, run, reset),
    el('div', { class: 'where' }, level, meter),
    el('div', { class: 'pace' },
      el('label', { for: 'pace' }, t('controls.pace')), pace, paceText,
      el('label', { class: 'check' }, fast, t('controls.fast'))),
    line, spoken);

  return {
    root,
    render() {
      const { session } = app;
      const can = session?.canStep === true;
      const running = app.pacer?.isRunning === true;
      step.disabled = !can;
      run.disabled = !can;
      setText(run, t(running ? 'controls.pause' : 'controls.run'));
      setAttribute(run, 'data-running', String(running));
      pace.value = String(app.paceIndex);
      const text = app.fast ? t('controls.paceFast') :
        t('controls.paceValue', { pace: PACES[app.paceIndex] ?? 1 });
      setText(paceText, text);
      setAttribute(pace, 'aria-valuetext', text);
      fast.checked = app.fast;
      const last = session?.facts.last_level ?? 0;
      const depth = session?.snapshot().depth ?? 0;
      const { key, values = {} } = levelLine(app);
      line.classList.toggle('bad', BAD_NEWS.has(key));
      level.replaceChildren(...rich('controls.level', { level: depth, last }));
      meter.max = last + 1;
      meter.value = (session?.shown ?? -1) + 1;
      const plain = t(key, values);
      if (plain !== lineShown) {
        lineShown = plain;
        line.replaceChildren(...rich(key, values));
        speak(plain);
      }
    },
  };
}
