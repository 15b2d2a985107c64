// Making elements, and texts with their values and terms set apart.

import { pieces, type TextKey, type Values } from './language.ts';

type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export const el = <T extends keyof HTMLElementTagNameMap>(
  tag: T, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[T] =>
  fill(document.createElement(tag), attributes, children);

export const svg = <T extends keyof SVGElementTagNameMap>(
  tag: T, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[T] =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** A text as nodes: numbers in <b class="value">, *words* in <strong>, `words` in <code>. */
export function rich(key: TextKey, values: Values = {}): Node[] {
  const nodes: Node[] = [];
  let mark: 'strong' | 'code' | null = null;
  const put = (text: string): void => {
    if (text !== '') nodes.push(mark ? el(mark, {}, text) : document.createTextNode(text));
  };
  for (const piece of pieces(key, values)) {
    if (piece.isNumber && mark === null) {
      nodes.push(el('b', { class: 'value' }, piece.text));
      continue;
    }
    for (const part of piece.text.split(/([*`])/)) {
      if (part === '*') mark = mark ? null : 'strong';
      else if (part === '`') mark = mark ? null : 'code';
      else put(part);
    }
  }
  return nodes;
}

/** Sets what changed and nothing else, so that a frame without news costs nothing. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
