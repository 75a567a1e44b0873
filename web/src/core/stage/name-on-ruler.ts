/** A name in the row below a lane. */

import type { StageMark } from './stage-display';
import type { LaneLayout } from './stage-layout';

export function nameOnRuler(role: string, x: number, text: string, { font, tickY }: LaneLayout): StageMark {
  return {
    kind: 'text',
    role,
    x,
    y: tickY,
    text,
    size: font,
    weight: 500,
    align: 'center',
    ink: 'textSoft',
    face: 'text',
    rim: 'page',
  };
}
