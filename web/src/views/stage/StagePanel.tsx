/**
 * The stage: one lane below the other on the same scale, and the signs that they use. Each lane paints itself from the
 * frame loop; React renders only when the facts of the scene change or a lane is chosen.
 */

import type { ReactNode } from 'react';
import { formatValue } from '../../base/format';
import { GLYPH_PATHS, IS_SOLID } from '../../marks/glyph-mark';
import { type LaneRun, shownLanes } from '../../run/lanes';
import type { SceneActions } from '../../store/scene-store';
import { colourPackets, useView } from '../../store/view-store';
import { LaneView } from './LaneView';
import { useRuns } from './use-runs';
import './stage.css';
import { type LegendEntry, legendOfLanes } from './stage-facts';

interface StagePanelProps {
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'goToDecision'>;
  /** What stands under a lane when so many of them are shown. */
  readonly underLane: (lane: LaneRun, lanes: number) => ReactNode;
}

export function StagePanel({ lanes, actions, underLane }: StagePanelProps) {
  useRuns(lanes);
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const shown = shownLanes(lanes, soloLane);
  const company = { lanes: shown.length, places: Math.max(...shown.map(({ run }) => run.facts.limit)) };
  return (
    <section className="stage" aria-label="Queue" data-lanes={shown.length}>
      {shown.map((lane) => (
        <LaneView
          key={lane.index}
          lane={lane}
          company={company}
          nameLength={lanes.length > 1 ? Math.max(...lanes.map(({ name }) => name.length)) : 0}
          isAlone={lanes.length > 1 && shown.length === 1}
          isFocused={lane.index === focused}
          actions={actions}
        >
          {underLane(lane, shown.length)}
        </LaneView>
      ))}
      <Legend entries={legendOfLanes(shown.map(({ run }) => run))} />
    </section>
  );
}

/** What the colour of a packet tells: its flow, or how long it has waited; then with the scale. */
function WaitKey() {
  const isWait = useView((state) => state.packetColour === 'wait');
  const scale_s = useView((state) => state.waitScale_s);
  return (
    <li className="stage-waits">
      <button
        type="button"
        className="plot-button"
        aria-pressed={isWait}
        title="Colour the waiting packets by how long they have waited, in place of their flow"
        onClick={() => colourPackets(isWait ? 'flow' : 'wait')}
      >
        colour by wait
      </button>
      {isWait && (
        <span>
          0
          <svg viewBox="0 0 60 16" aria-hidden="true">
            {[0, 1, 2, 3, 4].map((step) => (
              <g key={step} fill={`var(--wait${step})`}>
                <rect x={12 * step + 1} y="1" width="9" height="14" opacity="0.4" />
                <rect x={12 * step + 1} y={15 - 2.8 * (step + 1)} width="9" height={2.8 * (step + 1)} />
              </g>
            ))}
          </svg>
          {formatValue(scale_s, 's', 3)}
        </span>
      )}
    </li>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <ul className="stage-legend" aria-label="Signs">
      {entries.map(({ id, names, ink, sign }) => (
        <li key={id}>
          <svg viewBox="0 0 16 16" className={`stage-sign stage-ink-${ink}`} aria-hidden="true">
            {sign.kind === 'glyph' ? (
              <path d={GLYPH_PATHS[sign.shape]} className={IS_SOLID[sign.shape] ? 'stage-solid' : 'stage-outline'} />
            ) : (
              <>
                <rect
                  x="4.5"
                  y={sign.isUnresponsive ? 0.5 : 2}
                  width="7"
                  height={sign.isUnresponsive ? 15 : 12}
                  rx="2"
                  className="stage-solid"
                />
                {sign.isUnresponsive && <path d="M8 4 10.4 8 8 12 5.6 8Z" className="stage-lozenge" />}
              </>
            )}
          </svg>
          {names.join(', ')}
        </li>
      ))}
      <WaitKey />
    </ul>
  );
}
