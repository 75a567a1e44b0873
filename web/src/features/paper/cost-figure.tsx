/** The plot of fairness against stored state as a picture for a file. */

import type { Colours } from '../../base/palette';
import type { Drawing } from '../../core/save/drawing';
import { FIGURE, svgFigure } from '../../core/save/svg-figure';
import { Figure } from '../../ui/figure/Figure';
import { CostDots, DOT, KINDS } from './CostDots';
import type { FairnessCost } from './fairness-cost';

/** Height of the line that explains the dots [px]. */
const KEY = 24;
const KEY_STEP = 190;

export function costFigure(
  cost: FairnessCost,
  point: number,
  title: string,
  about: string,
  colours: Colours,
): Pick<Drawing, 'width' | 'height' | 'colours' | 'paint'> {
  const { width, height, fontSize } = FIGURE;
  const size = { width, height: height - KEY, fontSize };
  return svgFigure(
    <Figure size={FIGURE}>
      <g transform={`translate(${fontSize} ${KEY / 2})`}>
        {KINDS.map(([memory, text], place) => (
          <g key={memory} transform={`translate(${place * KEY_STEP} 0)`}>
            <circle className="cost__dot" data-memory={memory} cx={DOT} r={DOT} />
            <text className="cost__name" x={3 * DOT} dominantBaseline="middle">
              {text}
            </text>
          </g>
        ))}
      </g>
      <g transform={`translate(0 ${KEY})`}>
        <CostDots {...{ cost, point, size }} />
      </g>
    </Figure>,
    { title, about, colours },
  );
}
