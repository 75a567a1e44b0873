/**
 * One scene in a frame: the queue, one chosen panel below it, and the transport. A frame too short for both shows
 * either the queue or the panel.
 */

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Notices } from '../core/notices/Notices';
import type { LaneRun } from '../core/run/lanes';
import { noticeOf } from '../core/scene/notices';
import { useScene } from '../core/scene/scene-store';
import type { Session } from '../core/session/session';
import { StagePanel } from '../core/stage/StagePanel';
import type { EmbedOptions, EmbedPart, Refused } from '../features/share/embed-address';
import { onDemand } from '../ui/on-demand';
import { Segments } from '../ui/Segments';
import { useMedia } from '../ui/use-media';
import { EmbedTransport } from './EmbedTransport';
import { useEmbedKeys } from './keys';
import { OpenInLab } from './OpenInLab';
import './embed.css';

const EmbedPlot = onDemand('The plot', async () => (await import('./EmbedPlot')).EmbedPlot, { isQuiet: true });
const EmbedWhy = onDemand('The explanation', async () => (await import('./EmbedPanels')).EmbedWhy, { isQuiet: true });
const EmbedEvents = onDemand('The events', async () => (await import('./EmbedPanels')).EmbedEvents, { isQuiet: true });
const EmbedControls = onDemand('The controls', async () => (await import('./EmbedPanels')).EmbedControls, {
  isQuiet: true,
});

/**
 * Height of a frame below which it shows either the queue or the panel [CSS pixels]. `one` is for one lane; each
 * further lane adds `more`.
 */
const LOW_PX = { one: 520, more: 220 };

const PANELS = { plots: 'Plot', explain: 'Why', events: 'Events', controls: 'Controls' } as const;
type Panel = keyof typeof PANELS;

interface Props {
  readonly session: Session;
  readonly options: EmbedOptions;
  /** The parts of the address that could not be parsed. */
  readonly problems: readonly Refused[];
  /** Called with the height at which the page does not scroll [CSS pixels]. */
  readonly onHeight: (height_px: number) => void;
}

export function EmbedPage({ session, options, problems, onHeight }: Props) {
  const lanes = useSyncExternalStore(session.subscribeLanes, () => session.lanes);
  const isLow = useMedia(`(max-height: ${LOW_PX.one + LOW_PX.more * Math.max(0, lanes.length - 1) - 1}px)`);
  const title = useScene((state) => state.scenario?.title);
  const isHopeless = useScene((state) => state.state === 'lost');
  const blocked = useScene((state) => noticeOf('scripts-in-frame', state)?.address);
  const panels = options.parts.filter(isPanel);
  const [chosen, choose] = useState<Panel | 'queue' | undefined>(undefined);
  const [unknownPlot, setUnknownPlot] = useState<Refused | undefined>(undefined);
  const whole = useRef<HTMLDivElement>(null);
  useEmbedKeys(session);
  useNeededHeight(whole, onHeight, lanes.length);
  useEffect(() => {
    document.title = title === undefined ? 'Chokepoint' : `${title} – Chokepoint`;
  }, [title]);

  const isOpen = lanes.length > 0;
  const fallback = isLow ? 'queue' : panels[0];
  const panel = chosen === undefined || (chosen === 'queue' && !isLow) ? fallback : chosen;
  const choices: readonly (Panel | 'queue')[] = isLow && panels.length > 0 ? ['queue', ...panels] : panels;
  return (
    <div className="embed" ref={whole} aria-busy={!isOpen && blocked === undefined}>
      <header className="embed__head row row--tight line-below">
        {options.parts.includes('header') && <h1 className="one-line body strong">{title ?? 'Chokepoint'}</h1>}
        {choices.length > 1 && <PanelSwitch choices={choices} chosen={panel} onChoose={choose} />}
        {(isOpen || blocked === undefined) && <OpenInLab session={session} isThere={isOpen} />}
      </header>
      <div className="embed__notices">
        {(isOpen || blocked === undefined) && <Notices actions={session} />}
        <AddressProblems problems={problems} />
        {unknownPlot !== undefined && <AddressProblems problems={[unknownPlot]} />}
      </div>
      <main className="embed__main scrolls scrolls--down" data-panel={isLow ? undefined : panel}>
        {!isOpen && !isHopeless && blocked === undefined && <p className="embed__opening soft">Starting the engine…</p>}
        {!isOpen && blocked !== undefined && <ScriptInFrame address={blocked} />}
        {isOpen && !(isLow && panel !== 'queue') && (
          <StagePanel lanes={lanes} actions={session} isFull underLane={nothing} />
        )}
        {isOpen && panel !== undefined && panel !== 'queue' && (
          <div className={panel === 'plots' ? 'embed__panel' : 'embed__panel scrolls scrolls--down'}>
            <PanelOf panel={panel} lanes={lanes} session={session} plot={options.plot} onUnknownPlot={setUnknownPlot} />
          </div>
        )}
      </main>
      {options.parts.includes('transport') && isOpen && <EmbedTransport lanes={lanes} actions={session} />}
    </div>
  );
}

/** Shown in place of a scene whose script the user has not allowed in this browser. */
function ScriptInFrame({ address }: { readonly address: string }) {
  return (
    <div className="embed__blocked stack gap-3" role="status">
      <p>
        <strong>This scene contains a script.</strong> The lab asks before it runs the script.
      </p>
      <a className="button button--accent" href={address} target="_blank" rel="noopener">
        Open in the lab to run it
      </a>
    </div>
  );
}

function nothing(): ReactNode {
  return null;
}

function isPanel(part: EmbedPart): part is Panel {
  return Object.hasOwn(PANELS, part);
}

interface PanelProps {
  readonly panel: Panel;
  readonly lanes: readonly LaneRun[];
  readonly session: Session;
  readonly plot: string | undefined;
  readonly onUnknownPlot: (problem: Refused) => void;
}

function PanelOf({ panel, lanes, session, plot, onUnknownPlot }: PanelProps) {
  switch (panel) {
    case 'plots':
      return <EmbedPlot lanes={lanes} actions={session} plot={plot} onUnknown={onUnknownPlot} />;
    case 'explain':
      return <EmbedWhy lanes={lanes} />;
    case 'events':
      return <EmbedEvents lanes={lanes} actions={session} />;
    case 'controls':
      return <EmbedControls lanes={lanes} actions={session} />;
  }
}

/** Lists the parts of the address that could not be parsed. The scene itself is shown. */
function AddressProblems({ problems }: { readonly problems: readonly Refused[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="notice embed__problems" role="alert">
      {problems.map(({ field, value, allowed }) => (
        <li key={`${field} ${value}`}>
          <code>
            {field}={value}
          </code>{' '}
          is not a valid value; allowed: {allowed}.
        </li>
      ))}
    </ul>
  );
}

interface SwitchProps {
  readonly choices: readonly (Panel | 'queue')[];
  readonly chosen: Panel | 'queue' | undefined;
  readonly onChoose: (panel: Panel | 'queue') => void;
}

function PanelSwitch({ choices, chosen, onChoose }: SwitchProps) {
  return (
    <Segments
      className="fixed"
      label="Panel"
      choices={choices.map((id) => ({ id, name: id === 'queue' ? 'Queue' : PANELS[id] }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

/** Reports the height at which the page does not scroll, whenever the width or the lanes change. */
function useNeededHeight(
  whole: React.RefObject<HTMLElement | null>,
  onHeight: (height_px: number) => void,
  lanes: number,
): void {
  const reported = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the number of lanes.
  useEffect(() => {
    const element = whole.current;
    if (element === null) return undefined;
    const look = (): void => {
      // The page is laid out at full height and restored in the same task, so that no frame shows this layout.
      element.dataset.measured = '';
      const height_px = Math.ceil(element.getBoundingClientRect().height);
      delete element.dataset.measured;
      if (height_px === reported.current) return;
      reported.current = height_px;
      onHeight(height_px);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [whole, onHeight, lanes]);
}
