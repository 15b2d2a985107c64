// The messages of a step as short flights over the board of cores: one dot for each pair of cores that
// had something to send, the larger the more it sent.

import type { Board } from '../board.ts';
import { svg } from '../dom.ts';
import type { LevelEvent } from '../model.ts';
import { centreX, centreY } from './board_drawing.ts';

export function fly(layer: SVGGElement, board: Board, step: LevelEvent, duration: number): void {
  const largest = Math.max(1, ...step.messages.flat());
  const at = (square: number): string =>
    `translate(${centreX(board, square)}px, ${centreY(board, square)}px)`;
  step.messages.forEach((row, source) => row.forEach((sent, target) => {
    if (sent === 0) return;
    const dot = svg('circle', { class: 'flight', r: 1.6 + 4 * Math.sqrt(sent / largest) });
    layer.append(dot);
    const flight = dot.animate([{ transform: at(source) }, { transform: at(target) }], {
      duration: duration * 0.75, delay: duration * 0.25 * ((source * 7 + target * 3) % 11) / 11,
      easing: 'cubic-bezier(.45,.05,.35,1)', fill: 'backwards',
    });
    flight.onfinish = flight.oncancel = () => dot.remove();
  }));
}

export function land(layer: SVGGElement): void {
  for (const dot of [...layer.children]) {
    for (const flight of dot.getAnimations()) flight.cancel();
    dot.remove();
  }
}
