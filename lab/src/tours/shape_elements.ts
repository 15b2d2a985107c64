// Shapes (drawing.ts) as elements of the page.

import { svg } from '../dom.ts';
import type { Shape } from './drawing.ts';

export const elementOf = ({ tag, attributes, text, children = [] }: Shape): SVGElement =>
  svg(tag as keyof SVGElementTagNameMap, attributes, text, ...children.map(elementOf));

/** An svg element with these shapes in it. */
export const svgOf = (viewBox: string, shapes: readonly Shape[]): SVGSVGElement =>
  svg('svg', { viewBox }, ...shapes.map(elementOf));
