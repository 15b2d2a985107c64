// The page's language: texts by key, and numbers as the language writes them.
//
// A text may hold {name} for a value, and {name:one|many} for the word that goes with a number.
// Numbers are formatted for the language; strings are put in as they are.

import { en } from './texts/en.ts';
import { th } from './texts/th.ts';
import { recall, remember } from './storage.ts';

export type Language = 'en' | 'th';
export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, string>>;
export type Value = number | bigint | string;
export type Values = Readonly<Record<string, Value>>;

export const LANGUAGES: readonly Language[] = ['en', 'th'];
export const TEXTS: Readonly<Record<Language, Texts>> = { en, th };

interface Formats {
  readonly plain: Intl.NumberFormat;
  readonly short: Intl.NumberFormat;
  readonly tick: Intl.NumberFormat;
  readonly plural: Intl.PluralRules;
}

const formats = new Map<Language, Formats>();
const listeners = new Set<() => void>();
let current: Language = 'en';

function formatsOf(language: Language): Formats {
  let known = formats.get(language);
  if (!known) {
    known = {
      plain: new Intl.NumberFormat(language, { maximumFractionDigits: 2 }),
      short: new Intl.NumberFormat(language, {
        notation: 'compact', minimumSignificantDigits: 3, maximumSignificantDigits: 3,
      }),
      tick: new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }),
      plural: new Intl.PluralRules(language),
    };
    formats.set(language, known);
  }
  return known;
}

export const language = (): Language => current;

/** The language kept from the last visit, else the browser's, else English. */
export function firstLanguage(): Language {
  const kept = recall('language');
  if (kept === 'en' || kept === 'th') return kept;
  return globalThis.navigator?.language?.startsWith('th') ? 'th' : 'en';
}

export function setLanguage(next: Language): void {
  current = next;
  remember('language', next);
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change of the language; returns what ends that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** 17,112. Decimal strings of any length keep all their digits. */
export function formatNumber(value: number | bigint | string): string {
  const exact = typeof value === 'string' ? BigInt(value) : value;
  return formatsOf(current).plain.format(exact);
}

/** 17,112, but 1.71M, for places with room for six characters. */
export const formatShort = (value: number): string =>
  value < 100_000 ? formatNumber(value) : formatsOf(current).short.format(value);

/** 20K, for the ticks of an axis. */
export const formatTick = (value: number): string => formatsOf(current).tick.format(value);

const shown = (value: Value): string => (typeof value === 'string' ? value : formatNumber(value));

export type Piece = { readonly text: string; readonly isNumber: boolean };

/** A text cut into its words and its numbers, for those who set numbers apart. */
export function pieces(key: TextKey, values: Values = {}): Piece[] {
  return TEXTS[current][key].split(/(\{[^}]+\})/).filter((part) => part !== '').map((part) => {
    const hole = /^\{(\w+)(?::([^|}]*)\|([^}]*))?\}$/.exec(part);
    if (!hole) return { text: part, isNumber: false };
    const [, name = '', one, many] = hole;
    const value = values[name];
    if (value === undefined) return { text: part, isNumber: false };
    if (many === undefined) return { text: shown(value), isNumber: typeof value !== 'string' };
    const rule = formatsOf(current).plural.select(Number(value));
    return { text: (rule === 'one' ? one : many) ?? '', isNumber: false };
  });
}

export const t = (key: TextKey, values: Values = {}): string =>
  pieces(key, values).map((piece) => piece.text).join('');
