// What the page remembers between visits, where the browser lets it; a page opened from a file or in
// a private window may not be allowed to, and works all the same.

const PREFIX = 'ktour-lab.';

export function recall(name: string): string | null {
  try {
    return globalThis.localStorage?.getItem(PREFIX + name) ?? null;
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(PREFIX + name, value);
  } catch {
    // Then it lasts as long as the page does.
  }
}
