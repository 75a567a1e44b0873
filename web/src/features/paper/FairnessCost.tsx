/** A figure of the state that disciplines keep and the fairness that they reach. The table has the same numbers. */

import { useMemo, useRef, useState } from 'react';
import { pointText } from '../../core/experiment/paper-table';
import type { Report } from '../../core/experiment/report';
import { SaveMenu } from '../../core/save/SaveMenu';
import { Figure } from '../../ui/figure/Figure';
import { useSize } from '../../ui/use-size';
import { CostDots, DOT, KINDS } from './CostDots';
import { costFigure } from './cost-figure';
import { type FairnessCost as Cost, fairnessCost, type KnownDiscipline, lastKnownPoint } from './fairness-cost';
import { type Origin, provenanceOfReport, savedCost } from './saved-paper';

interface Props {
  readonly report: Report | undefined;
  readonly disciplines: readonly KnownDiscipline[];
  readonly sweepPath: string | undefined;
  readonly origin: () => Promise<Origin>;
}

export function FairnessCost({ report, disciplines, sweepPath, origin }: Props) {
  const cost = useMemo(() => fairnessCost(report, disciplines), [report, disciplines]);
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  if (cost === undefined || report === undefined) return null;
  const point = Math.min(chosen ?? lastKnownPoint(cost), cost.points.length - 1);
  return (
    <figure className="stack">
      <figcaption className="cost__head row">
        <h3 className="body strong">What fairness costs</h3>
        <SaveMenu
          title="What fairness costs"
          drawing={async (colours) => {
            const at = cost.points[point] ?? null;
            const subtitle = at === null ? '' : `${report.sweep}: ${pointText(at, sweepPath)}`;
            return {
              name: `${report.preset}-state-and-fairness`,
              ...costFigure(cost, point, `${report.title}: what fairness costs`, subtitle, colours),
              provenance: provenanceOfReport('What fairness costs', report, await origin()),
            };
          }}
          table={async () => savedCost(cost, report, await origin())}
        />
        {cost.points.length > 1 && (
          <fieldset className="cost__points row row--tight gap-1">
            <legend className="soft small">{report.sweep}</legend>
            {cost.points.map((value, place) => (
              <button
                key={String(value)}
                type="button"
                className="cost__point box small"
                aria-pressed={place === point}
                onClick={() => setChosen(place)}
              >
                {pointText(value, sweepPath)}
              </button>
            ))}
          </fieldset>
        )}
        <ul className="cost__kinds row soft small" aria-label="What a discipline remembers">
          {KINDS.map(([memory, text]) => (
            <li key={memory} className="row row--tight gap-1">
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
                <circle className="cost__dot" data-memory={memory} r={DOT} />
              </svg>
              {text}
            </li>
          ))}
        </ul>
      </figcaption>
      <Picture cost={cost} point={point} />
    </figure>
  );
}

function Picture({ cost, point }: { readonly cost: Cost; readonly point: number }) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  return (
    <div ref={surface} className="cost__surface small">
      {size !== undefined && (
        <Figure size={size}>
          <CostDots {...{ cost, point, size }} />
        </Figure>
      )}
    </div>
  );
}
