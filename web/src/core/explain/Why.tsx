/**
 * The explanation: the packet, the result of the decision, and its reason in plain words. It is generated from the
 * decision record in the same way for every discipline. Result and reason are never truncated and never scroll.
 */

import { type CSSProperties, useId, useRef } from 'react';
import { formatFixed } from '../../base/format';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { focusLane } from '../page/view-store';
import { describeComing, describeDecision, flowName, TRIGGER_WORDS } from '../run/describe-decision';
import type { LaneRun } from '../run/lanes';
import type { DisciplineAbout } from '../run/run-buffer';
import { ofLateDecision } from '../run/shown-decision';
import { Formula } from './Formula';
import { ruleLinesOf } from './rule-model';
import { type ShownOutcome, shownOutcome, useExplainedDecision } from './shown-outcome';
import { explainDecision, type Fact } from './story';
import { useRoomKept } from './use-room-kept';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** True if each fact shows the numbers of the rule lines that it is based on. */
  readonly hasNumbers?: boolean;
  /** True if the lane can be chosen here. Otherwise it is chosen by clicking its name on the stage. */
  readonly hasLaneSwitch?: boolean;
}

export function Why({ lanes, hasNumbers = false, hasLaneSwitch = true }: Props) {
  const { lane, decision, whole, isLast, live } = useExplainedDecision(lanes);
  const { run } = lane;
  const coming = whole === undefined ? undefined : describeComing(whole);
  const sentence = decision === undefined ? '' : describeDecision(decision, run.catalog, run.about, run.facts);
  const facts = decision === undefined ? [] : explainDecision(decision, run);
  return (
    <section className="column explain" aria-label="What the algorithm just did">
      <div className="row row--tight row--spread explain-head">
        <h2 className="row row--tight gap-1 heading fixed" data-lane={lanes.length > 1 ? lane.index : undefined}>
          {lanes.length > 1 && !hasLaneSwitch && <LaneSwatch lane={lane.index} />}
          {lanes.length > 1 && !hasLaneSwitch ? `Why, in ${lane.name}` : 'Why'}
        </h2>
        <p className="small soft one-line explain-packet">
          {decision === undefined ? (
            'No packet has arrived yet.'
          ) : (
            <span key={decision.serial}>
              {!isLast && ofLateDecision(decision)}
              <span className="mono">{formatFixed(decision.time_s, 3)}</span> s · packet {decision.packet} of{' '}
              {flowName(run.facts, decision.flow)}
              {decision.trigger !== undefined && `, ${TRIGGER_WORDS[decision.trigger]}`}
            </span>
          )}
        </p>
      </div>
      {lanes.length > 1 && hasLaneSwitch && <LaneSwitch lanes={lanes} focused={lane.index} />}
      <p className="visually-hidden" aria-live={live}>
        {sentence}
      </p>
      {coming !== undefined ? <HeldAtMatch coming={coming} /> : <Outcome outcome={shownOutcome(decision, run)} />}
      <Story serial={decision?.serial} facts={facts} about={run.about} hasNumbers={hasNumbers} />
    </section>
  );
}

/** Radio buttons that choose the lane for the explanation and for every other panel that shows one lane. */
function LaneSwitch({ lanes, focused }: { readonly lanes: readonly LaneRun[]; readonly focused: number }) {
  const group = useId();
  return (
    <fieldset className="row row--tight gap-1 explain-lanes">
      <legend className="visually-hidden">Lane explained</legend>
      {lanes.map(({ index, name }) => (
        <label key={index} className="row row--tight gap-1 small soft" data-lane={index}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={index === focused}
            onChange={() => focusLane(index)}
          />
          <LaneSwatch lane={index} />
          <span className="one-line" title={name}>
            {name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Shown in place of an outcome while the run is stopped at a match: a drawn packet is of the arrival’s flow, but no
 * packet has been removed yet.
 */
function HeldAtMatch({ coming }: { readonly coming: string }) {
  return (
    <p className="explain-outcome" style={{ '--outcome': 'var(--match)' } as CSSProperties}>
      <span className="explain-glyph" aria-hidden="true">
        ?
      </span>
      <strong>Match found: {coming}</strong>
      <small className="small soft">No packet has been removed yet. Gauges and plots already count the outcome.</small>
    </p>
  );
}

/** The result of the decision on the arrival: icon, name of the reason, and its meaning. */
function Outcome({ outcome }: { readonly outcome: ShownOutcome | undefined }) {
  // An empty paragraph reserves the space, so that the content below does not move when the first packet arrives.
  if (outcome === undefined) return <p className="explain-outcome" />;
  const { title, glyph, ink, meaning } = outcome;
  return (
    <p className="explain-outcome" title={meaning} style={{ '--outcome': `var(--${ink})` } as CSSProperties}>
      <span className="explain-glyph" aria-hidden="true">
        {glyph}
      </span>
      <strong>{title}</strong>
      <small className="small soft">{meaning ?? 'It waits in the queue.'}</small>
    </p>
  );
}

/** Length above which the reason is set in a smaller font, so that it is not truncated [characters]. */
const LONG = 230;

function lengthOf(facts: readonly Fact[]): number {
  const parts = facts.flatMap((fact) => fact.parts);
  return parts.reduce((sum, part) => sum + (part.kind === 'draw' ? part.flow.length + 4 : part.text.length), 0);
}

interface StoryProps {
  readonly serial: number | undefined;
  readonly facts: readonly Fact[];
  readonly about: DisciplineAbout;
  readonly hasNumbers: boolean;
}

function Story({ serial, facts, about, hasNumbers }: StoryProps) {
  const list = useRef<HTMLOListElement>(null);
  useRoomKept(list, about.id);
  return (
    <ol
      className="explain-story"
      ref={list}
      aria-label="Reason"
      data-numbers={hasNumbers || undefined}
      data-long={lengthOf(facts) > LONG || undefined}
    >
      {facts.map(({ key, parts, lines }) => (
        // The keys differ between decisions, so that React creates new elements and lines do not slide to other
        // positions.
        <li key={`${serial} ${key}`}>
          {hasNumbers && (
            <span className="faint unbroken body">
              {lines.length > 0 && <span className="visually-hidden">Line </span>}
              {ruleLinesOf(about.rule, lines)}
            </span>
          )}
          <span>
            {parts.map((part, place) => {
              const id = `${key} ${place}`;
              // A comma stays on the same line as the packet that precedes it.
              const glue = parts[place - 1]?.kind === 'draw' ? '\u2060' : '';
              if (part.kind === 'text') return <span key={id}>{glue + part.text}</span>;
              if (part.kind === 'term')
                return (
                  <b key={id} className="strong" title={part.meaning}>
                    <Formula text={part.text} about={about} />
                  </b>
                );
              return (
                <span key={id} className={`explain-draw${part.isMatch ? ' is-match' : ''}`}>
                  {part.place}
                  <small className={part.isMatch ? 'plain' : 'soft plain'}>
                    {part.flow}
                    {part.isMatch && ' ✕'}
                  </small>
                </span>
              );
            })}
          </span>
        </li>
      ))}
    </ol>
  );
}
