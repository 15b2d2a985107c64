// Puts the page together: the data block says whether it replays a finished run or drives a server's
// engine. A change of language or theme mounts the views of the first act anew; what the reader was
// looking at is kept in the App.

import './styles/theme.css';
import './styles/base.css';
import './styles/head.css';
import './styles/setup.css';
import './styles/stage.css';
import './styles/boards.css';
import './styles/levels.css';
import './styles/explain.css';
import { listenToKeys } from './actions.ts';
import { App, type View } from './app.ts';
import { LiveLab } from './data/live_run.ts';
import { ReplayLab, readReplay } from './data/replay_run.ts';
import { el } from './dom.ts';
import { firstLanguage, language, onLanguage, setLanguage, t } from './language.ts';
import { onTheme, startTheme } from './theme.ts';
import { chartView } from './views/chart.ts';
import { controlsView } from './views/controls.ts';
import { coresView } from './views/cores.ts';
import { explainView } from './views/explain.ts';
import { figuresView } from './views/figures.ts';
import { flowView } from './views/flow.ts';
import { footerView } from './views/footer.ts';
import { headerView } from './views/header.ts';
import { helpView } from './views/help.ts';
import { historyView } from './views/history.ts';
import { messagesView } from './views/messages.ts';
import { resultView } from './views/result.ts';
import { samplesView } from './views/samples.ts';
import { secondActView } from './views/second_act.ts';
import { setupView } from './views/setup.ts';

function mount(app: App, place: HTMLElement, secondAct: View): void {
  const focused = document.activeElement?.id;
  document.documentElement.lang = language();
  document.title = t('page.title');
  const header = headerView(app);
  const setup = setupView(app);
  const controls = controlsView(app);
  const result = resultView(app);
  const figures = figuresView(app);
  const flow = flowView(app);
  const stage = [coresView(app), samplesView(app), messagesView(app), chartView(app),
                 historyView(app)];
  const explain = explainView(app);
  const footer = footerView(app);
  const help = helpView();
  app.views = [header, setup, controls, result, figures, flow, ...stage, explain, footer, help,
               secondAct];
  place.replaceChildren(
    header.root,
    el('main', {},
      el('div', { class: 'act-one' },
        controls.root, setup.root, result.root, figures.root, flow.root,
        el('div', { class: 'stage' }, ...stage.map((view) => view.root)), explain.root),
      secondAct.root),
    footer.root, help.root);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  app.invalidate();
}

startTheme();
setLanguage(firstLanguage());
const replay = readReplay(document.getElementById('ktour-run')?.textContent ?? 'null');
const app = new App(replay ? new ReplayLab(replay) : new LiveLab());
const place = document.getElementById('lab')!;
const secondAct = secondActView(app);
mount(app, place, secondAct);
onLanguage(() => mount(app, place, secondAct));
onTheme(() => mount(app, place, secondAct));
listenToKeys(app);
window.addEventListener('pagehide', () => app.leave());
window.addEventListener('pageshow', (event) => {
  if (event.persisted) void app.newRun();
});
void app.begin();
