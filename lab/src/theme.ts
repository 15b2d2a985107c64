// Light and dark, motion, and the theme's colours as numbers for what is drawn.

import { recall, remember } from './storage.ts';

export type Theme = 'auto' | 'light' | 'dark';
export type Rgb = readonly [number, number, number];

const darkWanted = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const stillWanted = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
const listeners = new Set<() => void>();
const known = new Map<string, Rgb>();
let chosen: Theme = 'auto';
let motion: boolean | null = null;

export const theme = (): Theme => chosen;
export const isDark = (): boolean =>
  chosen === 'dark' || (chosen === 'auto' && darkWanted?.matches === true);

function apply(): void {
  if (chosen === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  document.documentElement.dataset['motion'] = reducedMotion() ? 'off' : 'on';
  known.clear();
  for (const listener of listeners) listener();
}

export function setTheme(next: Theme): void {
  chosen = next;
  remember('theme', next);
  apply();
}

/** The theme and motion kept from the last visit; follows the system's wish from now on. */
export function startTheme(): void {
  const kept = recall('theme');
  if (kept === 'light' || kept === 'dark') chosen = kept;
  const keptMotion = recall('motion');
  if (keptMotion !== null) motion = keptMotion === 'on';
  darkWanted?.addEventListener('change', apply);
  stillWanted?.addEventListener('change', apply);
  apply();
}

/** Calls `listener` after every change of the theme or of what may move; returns what ends that. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether nothing may move: the reader's choice on the page, else the system's. */
export const reducedMotion = (): boolean => !(motion ?? stillWanted?.matches !== true);

export function setMotion(on: boolean): void {
  motion = on;
  remember('motion', on ? 'on' : 'off');
  apply();
}

/** A custom property of theme.css as it is now. */
export function colour(name: string): Rgb {
  let found = known.get(name);
  if (!found) {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const [red = 0, green = 0, blue = 0] =
      (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    probe.remove();
    found = [red, green, blue];
    known.set(name, found);
  }
  return found;
}

export const css = ([red, green, blue]: Rgb): string =>
  `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;

export const mix = (from: Rgb, to: Rgb, part: number): Rgb =>
  [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * part) as unknown as Rgb;

/** The one-hue ramp of loads: 0 is nearly the page, 1 the strongest. */
export const heat = (part: number): Rgb =>
  mix(colour('--heat-low'), colour('--heat-high'), Math.max(0, Math.min(1, part)));

/** Black or white, whichever reads better on `ground`. */
export const inkOn = ([red, green, blue]: Rgb): string =>
  0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#10151c' : '#ffffff';
