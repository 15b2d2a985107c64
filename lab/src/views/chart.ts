// The history as a chart: frontier, children, dead ends and duplicates by level. Lines differ in colour,
// dash and mark, and are named where they end.

import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { ACTIONS } from '../actions.ts';
import type { App, View } from '../app.ts';
import { el, rich, setAttribute, setText, svg } from '../dom.ts';
import { formatTick, t } from '../language.ts';
import type { LevelEvent } from '../model.ts';

type Series = 'generated' | 'frontier' | 'duplicates' | 'dead_ends';
const SERIES: readonly Series[] = ['generated', 'frontier', 'duplicates', 'dead_ends'];
const EDGE = { left: 52, right: 14, top: 14, bottom: 30 };

const MARKS: Readonly<Record<Series, string>> = {
  generated: 'M0-3.4L3.4 2.6H-3.4Z',
  frontier: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0',
  duplicates: 'M-2.7-2.7H2.7V2.7H-2.7Z',
  dead_ends: 'M-3-3L3 3M-3 3L3-3',
};

export function chartView(app: App): View {
  const picture = svg('svg', { class: 'chart', role: 'img' });
  const readout = el('p', { class: 'detail', id: 'chart-readout' });
  const log = el('input', { type: 'checkbox', id: 'log' });
  log.addEventListener('change', () => ACTIONS.log.run(app));
  const key = el('ul', { class: 'key' }, ...SERIES.map((series) =>
    el('li', { class: series },
      svg('svg', { viewBox: '-14 -6 28 12', 'aria-hidden': 'true' },
        svg('path', { class: `curve ${series}`, d: 'M-14 0H14' }),
        svg('path', { class: `mark ${series}`, d: MARKS[series] })),
      t(`column.${series}`))));
  const box = el('div', { class: 'chart-box' }, picture);
  const root = el('section', { class: 'card chart-card', 'aria-labelledby': 'chart-title' },
    el('div', { class: 'row' }, el('h2', { id: 'chart-title' }, t('chart.title')),
      el('label', { class: 'check' }, log, t('chart.log'))),
    key, box, readout);
  let width = 0;
  let height = 0;
  new ResizeObserver(([entry]) => {
    width = Math.floor(entry?.contentRect.width ?? 0);
    height = Math.floor(entry?.contentRect.height ?? 0);
    app.invalidate();
  }).observe(box);

  let drawn = '';
  let drawnLevels: readonly LevelEvent[] | null = null;
  let toLevel: (x: number) => number = () => 0;
  picture.addEventListener('pointerdown', (event) => {
    const { left } = picture.getBoundingClientRect();
    app.session?.lookAt(toLevel(event.clientX - left));
  });

  function draw(levels: readonly LevelEvent[], last: number, shown: number): void {
    const most = Math.max(10, ...levels.map((level) => Math.max(level.generated, level.frontier)));
    const x = scaleLinear([0, Math.max(1, last)], [EDGE.left, width - EDGE.right]);
    const y = app.looks.logScale
      ? scaleLog([1, most], [height - EDGE.bottom, EDGE.top]).nice()
      : scaleLinear([0, most], [height - EDGE.bottom, EDGE.top]).nice();
    toLevel = (at) => Math.round(x.invert(at));
    const ticks = app.looks.logScale
      ? y.ticks().filter((tick) => Number.isInteger(Math.log10(tick))) : y.ticks(5);
    const grid = ticks.map((tick) => svg('g', { class: 'tick' },
      svg('path', { d: `M${EDGE.left} ${y(tick)}H${width - EDGE.right}` }),
      svg('text', { x: EDGE.left - 7, y: y(tick), class: 'y' }, formatTick(tick))));
    const depths = x.ticks(Math.min(last, width / 46)).filter(Number.isInteger)
      .map((depth) => svg('text', { x: x(depth), y: height - 9, class: 'x' }, String(depth)));
    const curves = SERIES.flatMap((series) => {
      // A logarithm has no place for zero: the line stops there.
      const there = (level: LevelEvent): boolean => !app.looks.logScale || level[series] > 0;
      const path = line<LevelEvent>().defined(there)
        .x((level) => x(level.depth)).y((level) => y(level[series]));
      return [
        svg('path', { class: `curve ${series}`, d: path(levels) ?? '' }),
        ...levels.filter(there).map((level) => svg('path', {
          class: `mark ${series}`, d: MARKS[series],
          transform: `translate(${x(level.depth)} ${y(level[series])})`,
        })),
      ];
    });
    const here = levels[shown];
    picture.replaceChildren(...grid, ...depths,
      here ? svg('path', {
        class: 'here', d: `M${x(here.depth)} ${EDGE.top}V${height - EDGE.bottom}`,
      }) : '', ...curves);
    setAttribute(picture, 'viewBox', `0 0 ${width} ${height}`);
    setAttribute(picture, 'aria-label', t('chart.picture', { n: levels.length }));
    if (!here) return setText(readout, t('chart.empty'));
    readout.replaceChildren(...rich('chart.readout', {
      level: here.depth, frontier: here.frontier, generated: here.generated,
      dead: here.dead_ends, duplicates: here.duplicates,
    }));
  }

  return {
    root,
    render() {
      const { session } = app;
      log.checked = app.looks.logScale;
      if (!session || width === 0) return;
      const about = `${width} ${height} ${app.looks.logScale} ${session.levels.length} ${session.shown}`;
      if (session.levels === drawnLevels && about === drawn) return;
      drawnLevels = session.levels;
      drawn = about;
      draw(session.levels, session.facts.last_level, session.shown);
    },
  };
}

