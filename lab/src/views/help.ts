// The list of keys, as a dialog.

import { ACTIONS, areKeysOn, setKeys } from '../actions.ts';
import type { View } from '../app.ts';
import { el } from '../dom.ts';
import { t } from '../language.ts';

export function helpView(): View {
  const close = el('button', { type: 'button', class: 'primary', autofocus: true }, t('help.close'));
  const onOff = el('input', { type: 'checkbox', id: 'keys-on' });
  onOff.checked = areKeysOn();
  onOff.addEventListener('change', () => setKeys(onOff.checked));
  const root = el('dialog', { id: 'help', 'aria-labelledby': 'help-title' },
    el('h2', { id: 'help-title' }, t('help.title')),
    el('dl', { class: 'keys' },
      ...Object.values(ACTIONS).map(({ key, text }) =>
        el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, t(text))))),
    el('p', {}, t('help.matrix')),
    el('label', { class: 'check' }, onOff, t('help.on')),
    close);
  close.addEventListener('click', () => root.close());
  root.addEventListener('click', (event) => event.target === root && root.close());
  return { root, render: () => undefined };
}
