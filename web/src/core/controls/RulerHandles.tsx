/**
 * Handles on the ruler under the queue for thresholds, the buffer, and the weight of the average. The keyboard and
 * assistive technology operate each handle as a slider.
 */

import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { formatValue } from '../../base/format';
import { PrintedSymbol } from '../../ui/PrintedSymbol';
import { useView } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import type { LaneRun } from '../run/lanes';
import { queueLengths } from '../run/queue-lengths';
import type { Ruler } from '../run/ruler';
import { type SceneActions, useScene } from '../scene/scene-store';
import { type Control, controlGroups } from './control-groups';
import { boundsOf, type HandleKind, movedBy, movedByKey } from './handle-scale';
import { useSettingDrag } from './use-setting-drag';
import './ruler-handles.css';

interface Props {
  readonly lane: LaneRun;
  /** The current ruler. Undefined if the stage shows none. */
  readonly ruler: () => Ruler | undefined;
  readonly actions: Pick<SceneActions, 'change' | 'settle'>;
}

/** Symbol of the averaging weight. Dragging the pointer at the average queue changes this weight. */
const WEIGHT = 'w_q';

export function RulerHandles({ lane, ruler, actions }: Props) {
  const { run, index } = lane;
  const preset = useScene((state) => state.preset);
  const isForAll = useView((state) => state.isForAllLanes);
  const groups = controlGroups(run.catalog, run.about, run.facts, preset?.scenario, { lane: index, isForAll });
  const parameters = groups
    .filter(({ key }) => key === 'discipline')
    .flatMap(({ controls, advanced }) => [...controls, ...advanced])
    .filter((control) => typeof control.value === 'number');
  const lengths = queueLengths(run).flatMap(({ parameter }) =>
    parameters.filter(({ spec }) => spec.id === parameter).map((control) => [control, 'places'] as const),
  );
  const buffer = parameters.filter(({ spec }) => spec.id === 'limit').map((control) => [control, 'places'] as const);
  const weight = parameters.filter(({ spec }) => spec.symbol === WEIGHT).map((control) => [control, 'factor'] as const);
  const all = [...lengths, ...buffer, ...weight];
  const stop = (event: SyntheticEvent): void => event.stopPropagation();
  return (
    // Events on a handle do not reach the packets under the handle.
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only stops events of its handles
    // biome-ignore lint/a11y/useKeyWithClickEvents: a handle stops the keys that it uses itself
    <div className="ruler-handles" onFocus={stop} onBlur={stop} onPointerDown={stop} onClick={stop}>
      {all.map(([control, kind]) => (
        <Handle
          key={control.spec.id}
          control={control}
          kind={kind}
          others={lengths.filter(([other]) => other !== control).map(([{ value }]) => Number(value))}
          limit={control.spec.id === 'limit' ? Number.POSITIVE_INFINITY : run.facts.limit}
          ruler={ruler}
          actions={actions}
        />
      ))}
    </div>
  );
}

interface HandleProps {
  readonly control: Control;
  readonly kind: HandleKind;
  /** Queue lengths of the other handles [packets]. This handle must not pass them. */
  readonly others: readonly number[];
  /** The largest length on the ruler [packets]. */
  readonly limit: number;
  readonly ruler: () => Ruler | undefined;
  readonly actions: Pick<SceneActions, 'change' | 'settle'>;
}

function Handle({ control, kind, others, limit, ruler, actions }: HandleProps) {
  const { spec } = control;
  const value = Number(control.value);
  const element = useRef<HTMLDivElement>(null);
  const from = useRef<{ readonly x: number; readonly value: number; readonly pitch: number } | undefined>(undefined);
  const { held, move, release, releaseSoon } = useSettingDrag<number>(control, (next) => next, actions);
  const shown = held ?? value;
  const bounds = kind === 'places' ? boundsOf(spec, value, others, limit) : boundsOf(spec, value, [], Infinity);
  const scaleOf = (pitch: number) => ({ kind, pitch, ...bounds });

  useEffect(
    () =>
      onFrame('paint', () => {
        const node = element.current;
        const now = ruler();
        if (node === null) return;
        const x = now && (kind === 'factor' ? now.averageX : now.xOf(shown));
        const isShown = now !== undefined && x !== undefined && (kind === 'places' || !now.isCompact);
        if (node.hidden === isShown) node.hidden = !isShown;
        if (!isShown) return;
        const { foot, font } = now;
        const place = `translate(${x}px, ${kind === 'factor' ? foot + font * 0.75 : foot}px)`;
        if (node.style.transform !== place) node.style.transform = place;
      }),
    [ruler, kind, shown],
  );

  const press = (event: PointerEvent<HTMLDivElement>): void => {
    const now = ruler();
    if (!event.isPrimary || event.button !== 0 || now === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, value: shown, pitch: now.pitch };
  };
  const pull = (event: PointerEvent<HTMLDivElement>): void => {
    const start = from.current;
    if (start === undefined) return;
    const next = movedBy(scaleOf(start.pitch), start.value, event.clientX - start.x);
    if (next !== shown) move(next);
  };
  const letGo = (): void => {
    from.current = undefined;
    release();
  };
  const type = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedByKey(scaleOf(1), shown, event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next !== shown) move(next);
  };

  return (
    <div
      ref={element}
      hidden
      className="ruler-handle"
      data-kind={kind}
      data-held={held !== undefined || undefined}
      role="slider"
      tabIndex={0}
      aria-label={`${spec.name}, on the stage`}
      aria-valuemin={bounds.least}
      aria-valuemax={Number.isFinite(bounds.most) ? bounds.most : undefined}
      aria-valuenow={shown}
      aria-valuetext={formatValue(shown, spec.unit)}
      onPointerDown={press}
      onPointerMove={pull}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={type}
      onKeyUp={releaseSoon}
      onBlur={letGo}
    >
      <span className="ruler-handle__grip" aria-hidden="true" />
      <span className="bubble small unbroken ruler-handle__value" aria-hidden="true">
        {spec.symbol === '' ? spec.name : <PrintedSymbol text={spec.symbol} />} <b>{formatValue(shown, spec.unit)}</b>
      </span>
    </div>
  );
}
