/**
 * The stored state of a lane's discipline as a strip below the lane: dials, slots and a list of flows, made from the
 * discipline's declarations. React renders the elements, and the frame loop writes the numbers.
 */

import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { Hint } from '../../ui/Hint';
import { PrintedSymbol } from '../../ui/PrintedSymbol';
import { PHONE, useMedia } from '../../ui/use-media';
import type { DialView, DisciplineAbout, SlotsView, TableView } from '../border/catalog';
import { setHoveredFlow } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import type { RunBuffer } from '../run/run-buffer';
import { SaveMenu } from '../save/SaveMenu';
import type { SceneActions } from '../scene/scene-store';
import { sentenceOf, targetSentence } from './state-model';
import { StatePainter } from './state-painter';
import { stateViews } from './views';
import './state.css';

interface Props {
  readonly lane: LaneRun;
  /** Number of lanes on the stage. */
  readonly lanes: number;
  /** Actions for saving. Absent if the strip cannot be saved. */
  readonly actions?: Pick<SceneActions, 'linkOf'>;
}

/** The strip of a discipline with declared state. */
export function StateStrip(props: Props) {
  const { about } = props.lane.run;
  return <Strip key={about.id} {...props} about={about} />;
}

function Strip({ lane, lanes, actions, about }: Props & { readonly about: DisciplineAbout }) {
  const isNarrow = useMedia(PHONE);
  const { run } = lane;
  const body = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLElement>(null);
  const words = useRef<HTMLUListElement>(null);
  const painter = useMemo(() => new StatePainter(run), [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the strip is in other nodes
  useEffect(
    () =>
      body.current === null || words.current === null
        ? undefined
        : painter.mount({ body: body.current, words: words.current, summary: summary.current }),
    [painter, isNarrow],
  );
  // Every render may replace elements that the painter has filled, so the painter fills all elements again in the next
  // frame.
  useEffect(() => painter.renew());

  const title = `What ${lanes > 1 ? lane.name : about.name} remembers`;
  const dials = about.state.filter((view) => view.kind === 'dial');
  const table = about.state.find((view) => view.kind === 'table');
  const slots = stateViews(run).find((view) => view.kind === 'slots');
  const lines = lanes === 1 ? 3 : lanes === 2 ? 2 : 1;
  const strip = (
    <>
      <div className="grow" ref={body} data-lines={lines} style={{ '--lines': lines } as CSSProperties}>
        {dials.length > 0 && (
          <div className="state-dials">
            {dials.map((view) => (
              <Dial key={view.gauge} view={view} run={run} />
            ))}
          </div>
        )}
        {slots !== undefined && <SlotRow view={slots} />}
        {table !== undefined && <Table view={table} />}
      </div>
      <ul className="visually-hidden" ref={words} aria-label={title} />
      {actions !== undefined && (
        <SaveMenu title={title} table={async () => (await import('./save-state')).tableOfState(lane, actions)} />
      )}
    </>
  );
  if (!isNarrow)
    return (
      <section className="soft state" aria-label={title}>
        {strip}
      </section>
    );
  // When folded, the strip is one line.
  return (
    <details className="soft state">
      <summary className="one-line state-summary" ref={summary} aria-label={title}>
        {dials.map((view) => (
          <span key={view.gauge} data-gauge={view.gauge}>
            <PrintedSymbol text={symbolOf(about, view.gauge)} /> <b className="clear" />
          </span>
        ))}
        {slots !== undefined && (
          <span data-slots="">
            {slots.title}: <b className="clear" />
          </span>
        )}
        {table !== undefined && (
          <span data-table="">
            {table.title}: <b className="clear" />
          </span>
        )}
      </summary>
      {strip}
    </details>
  );
}

function Dial({ view, run }: { readonly view: DialView; readonly run: RunBuffer }) {
  const { about } = run;
  const quantity = about.gauges.find(({ id }) => id === view.gauge);
  return (
    <div className="row row--tight state-dial" data-gauge={view.gauge}>
      <Hint
        className="clear strong unbroken"
        note={[quantity && sentenceOf(quantity), targetSentence(run, view)].filter(Boolean).join(' ')}
      >
        <DialName view={view} symbol={symbolOf(about, view.gauge)} />
      </Hint>
      <span className="fixed faint unbroken state-end" data-part="from" aria-hidden="true" />
      <span className="state-scale" aria-hidden="true">
        <i className="state-fill" />
        <i className="state-needle" />
        {view.mark !== null && <i className="state-mark" />}
      </span>
      <span className="fixed faint unbroken state-end" data-part="to" aria-hidden="true" />
      <b className="fixed clear strong state-value" aria-hidden="true" />
      {view.mark !== null && <span className="fixed unbroken state-key" aria-hidden="true" />}
    </div>
  );
}

/** Name of a dial, such as "queueing delay d". The symbol is left out if it equals the name. */
function DialName({ view: { name }, symbol }: { readonly view: DialView; readonly symbol: string }) {
  return (
    <>
      <span className="dial-name">{name}</span>
      {symbol !== name && (
        <var className="soft plain dial-symbol">
          <PrintedSymbol text={symbol} />
        </var>
      )}
    </>
  );
}

/** A line with name, slots with head and tail, and counts. */
function SlotRow({ view }: { readonly view: SlotsView }) {
  const legend =
    'High: packets. Low: holes. Half as high: lost packets until they are overwritten. Solid line: the head. Dashed line: the tail.';
  return (
    <div className="row row--tight state-slots">
      <Hint className="clear strong unbroken" note={`${sentenceOf(view)} ${legend}`}>
        {view.title}
      </Hint>
      <span className="state-scale state-ring" aria-hidden="true">
        <i className="state-slot-marks" />
        <i className="state-needle" />
        <i className="state-mark" />
      </span>
      <b className="fixed clear unbroken state-counts" aria-hidden="true" />
    </div>
  );
}

function Table({ view }: { readonly view: TableView }) {
  const note = (
    <>
      {sentenceOf(view)}
      {view.columns.map((column) => (
        <span key={column.id} className="state-note">
          <b>
            <PrintedSymbol text={column.symbol} />
          </b>{' '}
          {sentenceOf(column)}
        </span>
      ))}
    </>
  );
  return (
    <div className="state-table">
      <div className="state-head">
        <Hint className="clear strong unbroken" note={note}>
          {view.title}
        </Hint>
        <span className="fixed faint unbroken state-end" aria-hidden="true">
          {view.columns.map(({ id, symbol }, place) => (
            <span key={id}>
              {place > 0 && ' · '}
              <PrintedSymbol text={symbol} />
            </span>
          ))}
          , bars to <span data-part="to" />
        </span>
        {view.mark !== null && <span className="fixed unbroken state-key" aria-hidden="true" />}
      </div>
      <ul
        className="state-rows"
        aria-hidden="true"
        onPointerOver={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('[data-flow]') : null;
          setHoveredFlow(row === null ? undefined : Number(row.dataset.flow));
        }}
        onPointerLeave={() => setHoveredFlow(undefined)}
      />
    </div>
  );
}

function symbolOf(about: DisciplineAbout, gauge: string): string {
  return about.gauges.find(({ id }) => id === gauge)?.symbol ?? gauge;
}
