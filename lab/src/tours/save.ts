// What leaves the page: files by download, text by the clipboard. Nothing goes over the network.

import type { SvgFile } from './svg_file.ts';

export function download(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const svgBlob = (file: SvgFile): Blob => new Blob([file.text], { type: 'image/svg+xml' });

/** The drawing as pixels. Rejects where the browser cannot draw it. */
export async function pngBlob(file: SvgFile): Promise<Blob> {
  const address = URL.createObjectURL(svgBlob(file));
  try {
    const image = new Image(file.width, file.height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = file.width;
    canvas.height = file.height;
    canvas.getContext('2d')!.drawImage(image, 0, 0, file.width, file.height);
    return await new Promise((resolve, reject) => canvas.toBlob((pixels) =>
      pixels ? resolve(pixels) : reject(new Error('no pixels')), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Copies the element's text; where there is no clipboard it is only selected: false. */
export async function copyTextOf(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
