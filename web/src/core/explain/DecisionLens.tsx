/**
 * The decision lens: which packet, what became of it, why in plain words, and the pseudo-code with the lines that ran lit
 * and this packet's values filled in. Everything comes from the decision record, the same for every discipline.
 */

import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react';
import { formatFixed } from '../../base/format';
import { ConfidenceBadge } from '../../ui/ConfidenceBadge';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { SCRIPT } from '../border/scenario';
import { focusLane } from '../page/view-store';
import { describeComing, describeDecision, flowName, TRIGGER_WORDS } from '../run/describe-decision';
import type { LaneRun } from '../run/lanes';
import type { DisciplineAbout } from '../run/run-buffer';
import { ofLateDecision } from '../run/shown-decision';
import { Code } from './Code';
import { explainCode } from './explain-model';
import { type ShownVerdict, shownVerdict, useExplainedDecision } from './shown-verdict';
import { type Fact, tellStory } from './story';

export function DecisionLens({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  const { lane, decision, whole, isLast, live } = useExplainedDecision(lanes);
  const { run } = lane;
  const coming = whole === undefined ? undefined : `Match found: ${describeComing(whole)}`;
  const sentence = decision === undefined ? '' : describeDecision(decision, run.catalog, run.about, run.facts);
  return (
    <section className="column explain" aria-label="What the algorithm just did">
      <div className="row row--tight row--spread explain-head">
        <h2 className="heading fixed">What it just did</h2>
        <About about={run.about} />
      </div>
      {lanes.length > 1 && <LaneSwitch lanes={lanes} focused={lane.index} />}
      <p className="small soft explain-packet">
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
      <p className="visually-hidden" aria-live={live}>
        {sentence}
      </p>
      {coming !== undefined ? <HeldAtMatch coming={coming} /> : <Outcome verdict={shownVerdict(decision, run)} />}
      {/* Another decision is another list: its lines do not slide to new places. */}
      <Story key={decision?.serial} facts={decision === undefined ? [] : tellStory(decision, run)} />
      <Code code={explainCode(decision, run)} serial={decision?.serial ?? 0} about={run.about} catalog={run.catalog} />
    </section>
  );
}

/** Which lane is explained, and everything else that can only be about one of them. */
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

/** Half a step: the candidates are drawn, one is of the same flow, and nothing has been removed yet. */
function HeldAtMatch({ coming }: { readonly coming: string }) {
  return (
    <p className="explain-verdict" style={{ '--verdict': 'var(--match)' } as CSSProperties}>
      <span className="explain-glyph" aria-hidden="true">
        ?
      </span>
      <strong className="one-line">{coming}</strong>
      <small className="small soft">
        Nothing is removed yet: the next step does it. Gauges and plots already count it.
      </small>
    </p>
  );
}

/** What became of the arrival: sign, name of the reason, and what that means. */
function Outcome({ verdict }: { readonly verdict: ShownVerdict | undefined }) {
  // Its place is kept: what stands below does not move when the first packet comes.
  if (verdict === undefined) return <p className="explain-verdict" />;
  const { title, glyph, ink, meaning } = verdict;
  return (
    <p className="explain-verdict" title={meaning} style={{ '--verdict': `var(--${ink})` } as CSSProperties}>
      <span className="explain-glyph" aria-hidden="true">
        {glyph}
      </span>
      <strong className="one-line">{title}</strong>
      <small className="small soft">{meaning ?? 'It waits for its turn.'}</small>
    </p>
  );
}

function Story({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <ScrollRegion as="ol" className="small scrolls scrolls--down explain-story" label="Why">
      {facts.map(({ key, parts }) => (
        <li key={key}>
          {parts.map((part, place) => {
            const id = `${key} ${place}`;
            // A comma stays with the packet before it.
            const glue = parts[place - 1]?.kind === 'draw' ? '\u2060' : '';
            if (part.kind === 'text') return <span key={id}>{glue + part.text}</span>;
            if (part.kind === 'term')
              return (
                <b key={id} className="strong" title={part.meaning}>
                  {part.text}
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
        </li>
      ))}
    </ScrollRegion>
  );
}

/** Unfolds over the explanation, where there is room to read it; Escape folds it. */
function About({ about }: { readonly about: DisciplineAbout }) {
  const details = useRef<HTMLDetailsElement>(null);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || details.current?.open !== true) return;
    event.stopPropagation();
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  const isScript = about.id === SCRIPT;
  return (
    <details className="small soft explain-about" ref={details} onKeyDown={press}>
      <summary className="row row--tight gap-1 strong">
        <span className="one-line">About {about.name}</span>
      </summary>
      <ScrollRegion as="div" className="bubble stack scrolls scrolls--down body explain-about-text">
        <p>
          <strong>
            {about.name}, {isScript ? 'a script' : about.year}
          </strong>{' '}
          {about.confidence === 'medium' && <small>confidence medium </small>}
          {!isScript && <ConfidenceBadge confidence={about.confidence} note={about.confidence_note} />}
        </p>
        <p>{about.idea}</p>
        {!isScript && (
          <>
            <p>{about.citation}</p>
            <p>
              Remembers {MEMORY[about.memory]}. Confidence that this is the published scheme:{' '}
              <strong>{about.confidence}</strong>.
            </p>
            <p>{about.confidence_note}</p>
          </>
        )}
      </ScrollRegion>
    </details>
  );
}

const MEMORY: Readonly<Record<DisciplineAbout['memory'], string>> = {
  stateless: 'nothing about any flow',
  partial: 'something about some flows',
  'per-flow': 'something about every flow',
};
