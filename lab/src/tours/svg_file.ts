// The drawing of a tour as a file of its own: what the style sheet does on the page is done by
// attributes here, dark on white, for print.

import { SIDE, tourShapes, movesOf, type Picture, type Shape } from './drawing.ts';

const STYLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tour-light': { fill: '#ffffff' },
  'tour-dark': { fill: '#e4e7ec' },
  'tour-line': {
    'fill': 'none', 'stroke': '#0a5c9e', 'stroke-width': '3', 'stroke-linejoin': 'round',
  },
  'tour-mark': { 'fill': '#ffffff', 'stroke': '#0a5c9e', 'stroke-width': '1.5' },
  'tour-ring': { 'fill': '#ffffff', 'stroke': '#0a5c9e', 'stroke-width': '1.5' },
  'tour-start': { fill: '#0a5c9e' },
  'tour-end': { fill: '#b0410a' },
  'tour-number': { fill: '#1b2430' },
  'tour-number-marked': { fill: '#ffffff' },
};

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function shapeText(shape: Shape): string {
  const { class: role, ...attributes } = shape.attributes;
  const all = { ...attributes, ...(role === undefined ? {} : STYLE[role]) };
  const words = Object.entries(all).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const inside = escaped(shape.text ?? '') + (shape.children ?? []).map(shapeText).join('');
  return `<${shape.tag}${words.join('')}${inside === '' ? '/>' : `>${inside}</${shape.tag}>`}`;
}

export interface SvgFile {
  readonly text: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The whole tour with a margin around; the title is for those who do not see it. */
export function svgFile(picture: Picture, title: string): SvgFile {
  const { board } = picture;
  const margin = SIDE / 4;
  const [width, height] = [board.columns * SIDE, board.rows * SIDE];
  const full = { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
  const pixels = { width: 3 * full.width, height: 3 * full.height };
  const root: Shape = {
    tag: 'svg',
    attributes: {
      'xmlns': 'http://www.w3.org/2000/svg', ...pixels,
      'viewBox': `${full.x} ${full.y} ${full.width} ${full.height}`,
      'font-family': 'sans-serif', 'font-size': 13, 'role': 'img',
    },
    children: [
      { tag: 'title', attributes: {}, text: title },
      { tag: 'rect', attributes: { ...full, fill: '#ffffff' } },
      ...tourShapes(picture, movesOf(picture)),
      { tag: 'rect', attributes: { width, height, fill: 'none', stroke: '#1b2430' } },
    ],
  };
  return { text: `${shapeText(root)}\n`, ...pixels };
}
