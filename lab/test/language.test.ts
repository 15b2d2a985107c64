// The two languages have the same texts with the same values in them, and numbers and plurals are
// those of the language.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  formatNumber, formatShort, LANGUAGES, onLanguage, pieces, setLanguage, t, TEXTS, type TextKey,
} from '../src/language.ts';

const KEYS = Object.keys(TEXTS.en) as TextKey[];
const valuesIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort();

test('both languages have the same keys in the same order', () => {
  assert.deepEqual(Object.keys(TEXTS.th), KEYS);
});

test('a text says the same values in both languages', () => {
  for (const key of KEYS)
    assert.deepEqual(valuesIn(TEXTS.th[key]), valuesIn(TEXTS.en[key]), key);
});

test('braces and marks are paired, and no text is empty', () => {
  for (const language of LANGUAGES)
    for (const key of KEYS) {
      const text = TEXTS[language][key];
      assert.notEqual(text.trim(), '', `${language} ${key}`);
      assert.doesNotMatch(text.replace(/\{\w+(:[^{}|]*\|[^{}|]*)?\}/g, ''), /[{}|]/,
        `${language} ${key}`);
      assert.equal((text.match(/\*/g) ?? []).length % 2, 0, `${language} ${key}`);
    }
});

test('a word that goes with a number names a value of the same call', () => {
  for (const language of LANGUAGES)
    for (const key of KEYS)
      for (const [, name] of TEXTS[language][key].matchAll(/\{(\w+):/g))
        assert.ok(valuesIn(TEXTS.en[key]).includes(name!) || name === 'n', `${language} ${key}`);
});

test('Thai texts are Thai, but for terms that stay in English', () => {
  for (const key of KEYS)
    if (!/[\u0e00-\u0e7f]/.test(TEXTS.th[key]))
      assert.match(TEXTS.th[key].replace(/\{\w+\}/g, ''), /^(state|frontier|barrier|[^a-z])*$/i, key);
});

test('numbers are grouped, and long decimal strings keep every digit', () => {
  setLanguage('en');
  assert.equal(formatNumber(4246011), '4,246,011');
  assert.equal(formatNumber(67.438898), '67.44');
  assert.equal(formatNumber('26534728821064123456789'), '26,534,728,821,064,123,456,789');
  setLanguage('th');
  assert.equal(formatNumber(4246011), '4,246,011');
});

test('short numbers have six characters at most', () => {
  setLanguage('en');
  assert.equal(formatShort(0), '0');
  assert.equal(formatShort(43083), '43,083');
  assert.equal(formatShort(1_234_567), '1.23M');
  assert.equal(formatShort(2_000_000_000), '2.00B');
});

test('one and many', () => {
  setLanguage('en');
  assert.equal(t('sample.waysValue', { n: 1n }), '1 route');
  assert.equal(t('sample.waysValue', { n: 304n }), '304 routes');
  setLanguage('th');
  assert.equal(t('sample.waysValue', { n: 1n }), '1 เส้นทาง');
});

test('numbers are told from words', () => {
  setLanguage('en');
  assert.deepEqual(pieces('controls.level', { level: 6, last: 24 }).filter((one) => one.isNumber),
    [{ text: '6', isNumber: true }, { text: '24', isNumber: true }]);
});

test('listeners hear of a change until they stop', () => {
  let heard = 0;
  const stop = onLanguage(() => ++heard);
  setLanguage('en');
  stop();
  setLanguage('th');
  assert.equal(heard, 1);
});
