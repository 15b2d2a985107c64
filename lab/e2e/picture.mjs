// Takes a picture of an exported page in the middle of its run: node picture.mjs PAGE PICTURE

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPage, startBrowser, stepThrough } from './browser.mjs';

const LEVELS = 13;

const [file, picture] = process.argv.slice(2);
if (!picture) throw new Error('usage: picture.mjs PAGE PICTURE');
const browser = await startBrowser();
const { page, errors } = await openPage(browser, pathToFileURL(resolve(file)).href,
  { viewport: { width: 1200, height: 1235 }, deviceScaleFactor: 0.8, reducedMotion: 'reduce' });
await stepThrough(page, LEVELS);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: picture });
await browser.close();
if (errors.length > 0) throw new Error(errors.join('\n'));
