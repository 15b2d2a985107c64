// The head of the page: its name, what it runs on, language, appearance, and the list of keys.

import { ACTIONS } from '../actions.ts';
import type { App, View } from '../app.ts';
import { el, rich, setAttribute } from '../dom.ts';
import { LANGUAGES, language, setLanguage, t } from '../language.ts';
import type { MachineDevice } from '../model.ts';
import { isDark, reducedMotion } from '../theme.ts';

const NAMES = { en: 'English', th: 'ไทย' } as const;

function deviceText(device: MachineDevice): string {
  const name = device.name.toUpperCase();
  if (!device.available) return t('device.missing', { name, reason: device.reason ?? '' });
  return device.text ? t('device.with', { name, text: device.text }) : t('device.there', { name });
}

export function headerView(app: App): View {
  const languages = el('div', {
    class: 'choice', role: 'group', 'aria-label': t('header.language'),
  });
  for (const one of LANGUAGES) {
    const button = el('button', {
      type: 'button', id: `language-${one}`, lang: one, 'aria-pressed': String(one === language()),
    }, NAMES[one]);
    button.addEventListener('click', () => setLanguage(one));
    languages.append(button);
  }
  const themeButton = el('button', { type: 'button', class: 'quiet', id: 'theme-button' }, t('header.dark'));
  themeButton.addEventListener('click', () => ACTIONS.theme.run());
  const motionButton = el('button', { type: 'button', class: 'quiet', id: 'motion-button' }, t('header.motion'));
  motionButton.addEventListener('click', () => ACTIONS.motion.run());
  const helpButton = el('button', {
    type: 'button', class: 'quiet', id: 'help-button', 'aria-haspopup': 'dialog',
  }, t('header.keys'), ' ', el('kbd', {}, '?'));
  helpButton.addEventListener('click', () =>
    (document.getElementById('help') as HTMLDialogElement | null)?.showModal());

  const devices = el('ul', { class: 'devices' });
  let shown: unknown = null;
  const root = el('header', { class: 'head' },
    el('div', { class: 'bar' },
      el('h1', {}, t('page.title')),
      el('div', { class: 'tools' }, languages, themeButton, motionButton, helpButton)),
    el('div', { class: 'about' }, el('p', { class: 'lead' }, ...rich('page.lead')),
      el('div', { id: 'devices', role: 'status' }, devices)));

  function renderDevices(): void {
    if (shown === app.machine) return;
    shown = app.machine;
    const { machine } = app;
    if (machine === 'asking' || machine === 'silent') {
      devices.replaceChildren(el('li', { class: 'asking' },
        t(machine === 'asking' ? 'device.checking' : 'device.silent')));
      return;
    }
    devices.replaceChildren(
      ...(app.lab.live ? [] : [el('li', { class: 'note' }, t('device.replay'))]),
      ...machine.devices.map((device) =>
        el('li', { class: device.available ? 'there' : 'missing', 'data-device': device.name },
          deviceText(device))),
      machine.processor ? el('li', { class: 'note' }, machine.processor) : '');
  }

  return {
    root,
    render() {
      renderDevices();
      setAttribute(themeButton, 'aria-pressed', String(isDark()));
      setAttribute(motionButton, 'aria-pressed', String(!reducedMotion()));
    },
  };
}
