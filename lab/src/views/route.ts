// A route on a board: its squares shaded and numbered, its moves as a line, the knight at its end and
// the moves it has left.

import type { Board } from '../board.ts';
import { svg } from '../dom.ts';
import { centreX, centreY, knight, type BoardDrawing } from './board_drawing.ts';

export interface Route {
  readonly visited: readonly number[];
  /** Empty where only the squares are known. */
  readonly path: readonly number[];
  readonly endpoint: number;
  readonly free: readonly number[];
}

export function drawRoute(board: Board, drawing: BoardDrawing, route: Route | null): void {
  const visited = new Set(route?.visited);
  drawing.squares.forEach((square, index) => square?.classList.toggle('visited', visited.has(index)));
  drawing.above.replaceChildren();
  if (!route) return;
  const at = (square: number): string => `${centreX(board, square)} ${centreY(board, square)}`;
  for (const square of route.free)
    drawing.above.append(
      svg('path', { class: 'may', d: `M${at(route.endpoint)}L${at(square)}` }),
      svg('circle', { class: 'may', cx: centreX(board, square), cy: centreY(board, square), r: 6 }));
  if (route.path.length > 1)
    drawing.above.append(svg('path', { class: 'route', d: `M${route.path.map(at).join('L')}` }));
  route.path.slice(0, -1).forEach((square, index) => drawing.above.append(
    svg('circle', { class: 'stop', cx: centreX(board, square), cy: centreY(board, square), r: 9.5 }),
    svg('text', { class: 'order', x: centreX(board, square), y: centreY(board, square) },
      String(index + 1))));
  drawing.above.append(svg('g', { transform: `translate(${at(route.endpoint)})` },
    svg('circle', { class: 'stand', r: 16 }), knight()));
}
