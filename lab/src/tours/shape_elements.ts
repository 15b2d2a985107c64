// Shapes (drawing.ts) as elements of the page.

import type { Shape } from './drawing.ts';

const SVG = 'http://www.w3.org/2000/svg';

export function elementOf(shape: Shape): SVGElement {
  const element = document.createElementNS(SVG, shape.tag);
  for (const [name, value] of Object.entries(shape.attributes))
    element.setAttribute(name, String(value));
  if (shape.text !== undefined) element.textContent = shape.text;
  element.append(...(shape.children ?? []).map(elementOf));
  return element;
}

/** An svg element with these shapes in it. */
export const svgOf = (viewBox: string, shapes: readonly Shape[]): SVGSVGElement =>
  elementOf({ tag: 'svg', attributes: { viewBox }, children: shapes }) as SVGSVGElement;
