/**
 * The stage: lanes stacked on a common scale, and a legend of their symbols. Each lane is painted in the frame loop.
 * React renders only when facts of the scene change or the user chooses a lane.
 */

import type { ReactNode } from 'react';
import { formatValue, unitScale } from '../../base/format';
import { GLYPH_PATHS, IS_SOLID } from '../../ui/marks/glyph-mark';
import { PrintedSymbol } from '../../ui/PrintedSymbol';
import { colourPackets, useView } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import type { QuantityAbout } from '../run/run-buffer';
import { useShownLanes } from '../run/use-run';
import { SaveMenu } from '../save/SaveMenu';
import type { SceneActions } from '../scene/scene-store';
import { LaneView, type OnRuler } from './LaneView';
import './stage.css';
import { labelOf } from './shades';
import { type LegendEntry, legendOfLanes } from './stage-facts';

interface StagePanelProps {
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'goToDecision' | 'linkOf'>;
  /** Renders elements on top of the picture of a lane. */
  readonly onRuler?: OnRuler | undefined;
  /** True if terms are explained, colours can be chosen and the stage can be saved, as in the lab. */
  readonly isFull: boolean;
  /** True if several lanes are in rows: name, queue and numbers of a lane side by side. */
  readonly isInRows?: boolean;
  /** Content at the end of a single lane's title line. With several lanes it is above the lanes. */
  readonly beside?: ReactNode;
  /** Renders the content below a lane. `lanes` is the number of displayed lanes. */
  readonly underLane: (lane: LaneRun, lanes: number) => ReactNode;
}

export function StagePanel({ lanes, actions, onRuler, isFull, isInRows = false, beside, underLane }: StagePanelProps) {
  const shown = useShownLanes(lanes);
  const company = { lanes: shown.length, places: Math.max(...shown.map(({ run }) => run.facts.limit)) };
  return (
    <section
      className={`column gap-2 stage${isInRows && shown.length > 1 ? ' lane-rows' : ''}`}
      aria-label="Queue"
      data-lanes={shown.length}
    >
      {shown.length > 1 && beside}
      {shown.map((lane) => (
        <LaneView
          key={lane.index}
          lane={lane}
          company={company}
          nameLength={lanes.length > 1 ? Math.max(...lanes.map(({ name }) => name.length)) : 0}
          actions={actions}
          isFull={isFull}
          onRuler={onRuler}
          beside={shown.length === 1 && beside}
        >
          {underLane(lane, shown.length)}
        </LaneView>
      ))}
      <Legend entries={legendOfLanes(shown.map(({ run }) => run))} label={labelOfLanes(shown)} isFull={isFull}>
        <SaveMenu
          title={shown.length > 1 ? 'The queues, as shown' : 'The queue, as shown'}
          drawing={async (colours) => (await import('./save-stage')).drawingOfStage(shown, actions, colours)}
          table={async () => (await import('./save-stage')).tableOfStage(shown, actions)}
        />
      </Legend>
    </section>
  );
}

/**
 * The choice of packet colours (by flow, waiting time or label) and their legend. For waiting times and labels the
 * legend contains a scale.
 */
function ShadeKey({ label }: Pick<LegendProps, 'label'>) {
  const colour = useView((state) => state.packetColour);
  const scale = useView((state) => state.shadeScale);
  const isLabel = colour === 'label' && label !== undefined;
  const button = (what: 'wait' | 'label', meaning: string) => (
    <button
      type="button"
      className="small-button"
      aria-pressed={colour === what}
      title={`Colour the waiting packets by ${meaning} instead of by flow`}
      onClick={() => colourPackets(colour === what ? 'flow' : what)}
    >
      colour by {what === 'wait' ? 'waiting time' : what}
    </button>
  );
  return (
    <>
      {label !== undefined && (
        <li className="stage-label" title={label.meaning}>
          <span>
            <b>0.25</b> on a packet: {label.id} <PrintedSymbol text={label.symbol} />, {unitScale(1e6, label.unit).name}
          </span>
        </li>
      )}
      <li className="stage-shades">
        {button('wait', 'how long they have waited')}
        {label !== undefined && button('label', `their label (${label.meaning})`)}
        {(colour === 'wait' || isLabel) && (
          <span>
            0
            <svg viewBox="0 0 60 16" aria-hidden="true">
              {[0, 1, 2, 3, 4].map((step) => (
                <g key={step} fill={`var(--shade${step})`}>
                  <rect x={12 * step + 1} y="1" width="9" height="14" opacity="0.4" />
                  <rect x={12 * step + 1} y={15 - 2.8 * (step + 1)} width="9" height={2.8 * (step + 1)} />
                </g>
              ))}
            </svg>
            {formatValue(scale, isLabel ? label.unit : 's', 3)}
          </span>
        )}
      </li>
    </>
  );
}

/** The quantity that packets are labelled with, in the first lane that has labels. */
function labelOfLanes(lanes: readonly LaneRun[]): QuantityAbout | undefined {
  return lanes.map(({ run }) => labelOf(run)).find((label) => label !== undefined);
}

interface LegendProps {
  readonly entries: readonly LegendEntry[];
  readonly label: QuantityAbout | undefined;
  readonly isFull: boolean;
  /** The last button of the legend. */
  readonly children: ReactNode;
}

function Legend({ entries, label, isFull, children }: LegendProps) {
  return (
    <ul className="stage-legend" aria-label="Legend">
      {entries.map(({ id, names, ink, sign }) => (
        <li key={id}>
          <svg viewBox="0 0 16 16" className="stage-sign" style={{ color: `var(--${ink})` }} aria-hidden="true">
            {sign.kind === 'glyph' ? (
              <path d={GLYPH_PATHS[sign.shape]} className={IS_SOLID[sign.shape] ? undefined : 'stage-outline'} />
            ) : (
              <>
                <rect
                  x="4.5"
                  y={sign.isUnresponsive ? 0.5 : 2}
                  width="7"
                  height={sign.isUnresponsive ? 15 : 12}
                  rx="2"
                />
                {sign.isSparse ? (
                  <circle cx="8" cy="8" r="2.2" className="stage-dot" />
                ) : (
                  sign.isUnresponsive && <path d="M8 4 10.4 8 8 12 5.6 8Z" className="stage-lozenge" />
                )}
              </>
            )}
          </svg>
          {names.join(', ')}
        </li>
      ))}
      {isFull && <ShadeKey label={label} />}
      {isFull && <li className="stage-save">{children}</li>}
    </ul>
  );
}
