// The messages of a step as short flights over the board of cores: one dot for each pair of cores that
// had something to send, the larger the more it sent. Drawn on a canvas over the board, because a
// chessboard has 336 such pairs.

import type { Board } from '../board.ts';
import { el } from '../dom.ts';
import type { LevelEvent } from '../model.ts';
import { colour, css } from '../theme.ts';
import { centreX, centreY } from './board_drawing.ts';

interface Flight {
  readonly source: number;
  readonly target: number;
  readonly radius: number;
  /** Part of the whole time after which it starts. */
  readonly delay: number;
}

const LONGEST_DELAY = 0.25;

const eased = (part: number): number =>
  part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;

function flightsOf(step: LevelEvent): Flight[] {
  const largest = Math.max(1, ...step.messages.map((row) => Math.max(0, ...row)));
  return step.messages.flatMap((row, source) => row.flatMap((sent, target) => sent === 0 ? [] : [{
    source, target,
    radius: 1.6 + 4 * Math.sqrt(sent / largest),
    delay: (LONGEST_DELAY * ((source * 7 + target * 3) % 11)) / 10,
  }]));
}

export class Flights {
  readonly canvas = el('canvas', { class: 'flights', 'aria-hidden': 'true' });
  private frame = 0;

  /** `picture` is the drawing of the board; the canvas has the same parent and covers it. */
  start(picture: SVGSVGElement, board: Board, step: LevelEvent, duration: number): void {
    this.stop();
    const place = picture.getBoundingClientRect();
    const matrix = picture.getScreenCTM();
    const paint = this.canvas.getContext('2d');
    if (!matrix || !paint || place.width === 0) return;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(place.width * scale);
    this.canvas.height = Math.round(place.height * scale);
    const flights = flightsOf(step);
    const fill = css(colour('--card'));
    const edge = css(colour('--child'));
    const begin = performance.now();
    const draw = (now: number): void => {
      const part = (now - begin) / duration;
      paint.setTransform(1, 0, 0, 1, 0, 0);
      paint.clearRect(0, 0, this.canvas.width, this.canvas.height);
      if (part >= 1) return;
      paint.setTransform(matrix.a * scale, 0, 0, matrix.d * scale,
                         (matrix.e - place.left) * scale, (matrix.f - place.top) * scale);
      paint.fillStyle = fill;
      paint.strokeStyle = edge;
      paint.lineWidth = 1.6;
      paint.beginPath();
      for (const { source, target, radius, delay } of flights) {
        const way = eased(Math.max(0, Math.min(1, (part - delay) / (1 - LONGEST_DELAY))));
        const x = centreX(board, source) * (1 - way) + centreX(board, target) * way;
        const y = centreY(board, source) * (1 - way) + centreY(board, target) * way;
        paint.moveTo(x + radius, y);
        paint.arc(x, y, radius, 0, 2 * Math.PI);
      }
      paint.fill();
      paint.stroke();
      this.frame = requestAnimationFrame(draw);
    };
    draw(begin);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.canvas.getContext('2d')?.reset();
  }
}
