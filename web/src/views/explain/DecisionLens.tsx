/**
 * The decision lens: which packet, what became of it, why in plain words, and the pseudo-code with the lines that ran lit
 * and this packet's values filled in. Everything comes from the decision record, the same for every discipline.
 */

import { type CSSProperties, useEffect, useId, useState } from 'react';
import { ConfidenceBadge } from '../../base/ConfidenceBadge';
import { formatFixed } from '../../base/format';
import { describeDecision, flowName, TRIGGER_WORDS } from '../../run/describe-decision';
import { onFrame } from '../../run/frame-loop';
import { focusedLane, type LaneRun } from '../../run/lanes';
import type { DecisionRecord, DisciplineAbout, RunBuffer } from '../../run/run-buffer';
import { useRun } from '../../run/use-run';
import { useScene } from '../../store/scene-store';
import { focusLane, useView } from '../../store/view-store';
import { Code } from './Code';
import { explainCode, newLines, type Verdict, verdictGlyph, verdictInk, verdictOf } from './explain-model';
import { chooseDecision, NOTHING_SHOWN } from './explain-pace';
import { type Fact, tellStory } from './story';

export function DecisionLens({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  const lane = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  const { run } = lane;
  useRun(run);
  const decision = useCalmDecision(run);
  const reached = useReachedLines(run);
  // While decisions stream by, nobody wants them all read out.
  const isPlaying = useScene((state) => state.state === 'playing');
  const sentence = decision === undefined ? '' : describeDecision(decision, run.catalog, run.about, run.facts);
  return (
    <section className="explain" aria-label="What the algorithm just did">
      <h2 className="panel-title">What the algorithm just did</h2>
      {lanes.length > 1 && <LaneSwitch lanes={lanes} focused={lane.index} />}
      <p className="explain-packet">
        {decision === undefined ? (
          'No packet has arrived yet.'
        ) : (
          <>
            <span className="explain-time">{formatFixed(decision.time_s, 3)}</span> s · packet {decision.packet} of{' '}
            {flowName(run.facts, decision.flow)}
            {decision.trigger !== undefined && `, ${TRIGGER_WORDS[decision.trigger]}`}
          </>
        )}
      </p>
      <p className="visually-hidden" aria-live={isPlaying ? 'off' : 'polite'}>
        {sentence}
      </p>
      <div className="explain-body">
        {decision !== undefined && <Outcome verdict={verdictOf(decision, run)} run={run} />}
        <Story facts={decision === undefined ? [] : tellStory(decision, run)} />
        <Code code={explainCode(decision, run)} reached={reached} name={run.about.name} catalog={run.catalog} />
        <About about={run.about} />
      </div>
    </section>
  );
}

/** Which lane is explained, and everything else that can only be about one of them. */
function LaneSwitch({ lanes, focused }: { readonly lanes: readonly LaneRun[]; readonly focused: number }) {
  const group = useId();
  return (
    <fieldset className="explain-lanes">
      <legend className="visually-hidden">Lane explained</legend>
      {lanes.map(({ index, name }) => (
        <label key={index} style={{ '--lane': `var(--lane${index % 4})` } as CSSProperties}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={index === focused}
            onChange={() => focusLane(index)}
          />
          <span className="explain-swatch" aria-hidden="true" />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** What became of the arrival: sign, name of the reason, and what that means. */
function Outcome({ verdict, run }: { readonly verdict: Verdict | undefined; readonly run: RunBuffer }) {
  if (verdict === undefined) return null;
  const reason = verdict.kind === 'admit' ? undefined : run.catalog.reasons.find(({ id }) => id === verdict.reason);
  const word = { admit: 'Admitted', drop: 'Dropped', mark: 'Marked' }[verdict.kind];
  return (
    <p
      className="explain-verdict"
      style={{ '--verdict': `var(--${verdictInk(verdict, run.catalog)})` } as CSSProperties}
    >
      <span className="explain-glyph" aria-hidden="true">
        {verdictGlyph(verdict, run.catalog)}
      </span>
      <strong>
        {word}
        {reason !== undefined && `: ${reason.name}`}
      </strong>
      <small>{reason === undefined ? 'It waits for its turn.' : reason.meaning}</small>
    </p>
  );
}

function Story({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <ol className="explain-story" aria-label="Why">
      {facts.map(({ key, parts }) => (
        <li key={key}>
          {parts.map((part, place) => {
            const id = `${key} ${place}`;
            if (part.kind === 'text') return <span key={id}>{part.text}</span>;
            if (part.kind === 'term')
              return (
                <b key={id} title={part.meaning}>
                  {part.text}
                </b>
              );
            return (
              <span key={id} className={`explain-draw${part.isMatch ? ' is-match' : ''}`}>
                {part.place}
                <small>
                  {part.flow}
                  {part.isMatch && ' ✕'}
                </small>
              </span>
            );
          })}
        </li>
      ))}
    </ol>
  );
}

function About({ about }: { readonly about: DisciplineAbout }) {
  return (
    <details className="explain-about">
      <summary>
        About {about.name} <small>{about.year}</small>{' '}
        {about.confidence === 'medium' && <small>· confidence medium</small>}
        <ConfidenceBadge confidence={about.confidence} note={about.confidence_note} />
      </summary>
      <p>{about.idea}</p>
      <p>{about.citation}</p>
      <p>
        Remembers {MEMORY[about.memory]}. Confidence that this is the published scheme:{' '}
        <strong>{about.confidence}</strong>.
      </p>
      <p>{about.confidence_note}</p>
    </details>
  );
}

const MEMORY: Readonly<Record<DisciplineAbout['memory'], string>> = {
  stateless: 'nothing about any flow',
  partial: 'something about some flows',
  'per-flow': 'something about every flow',
};

/** The decision to show; changes at most four times a second while decisions stream by. */
export function useCalmDecision(run: RunBuffer): DecisionRecord | undefined {
  const [told, setTold] = useState<{
    readonly run: RunBuffer;
    readonly scene: number;
    readonly decision: DecisionRecord | undefined;
  }>();
  useEffect(() => {
    let shown = NOTHING_SHOWN;
    let scene = -1;
    return onFrame('model', (now_ms) => {
      const isBare = run.decision === undefined && shown !== NOTHING_SHOWN;
      // Another scene, or back at a moment before the first packet.
      if (scene !== run.scene || isBare) {
        scene = run.scene;
        shown = NOTHING_SHOWN;
        setTold({ run, scene, decision: undefined });
      }
      const choice = chooseDecision(shown, run.decision, run.latestMatch, now_ms);
      shown = choice.shown;
      if (choice.decision !== undefined) setTold({ run, scene, decision: choice.decision });
    });
  }, [run]);
  // A decision of another lane or of the scene before does not fit the code of this one.
  return told?.run === run && told.scene === run.scene ? told.decision : undefined;
}

/** The lines that any packet has reached under this discipline since the page opened. */
function useReachedLines(run: RunBuffer): ReadonlySet<number> {
  const { id } = run.about;
  const [reached, setReached] = useState<{ readonly id: string; readonly lines: ReadonlySet<number> }>(() => ({
    id,
    lines: new Set(),
  }));
  useEffect(() => {
    let version = -1;
    let known = { id, lines: new Set<number>() as ReadonlySet<number> };
    return onFrame('model', () => {
      if (version === run.version) return;
      version = run.version;
      if (run.about.id !== id) return;
      const more = newLines(run.latest.steps, known.lines);
      if (more.length === 0) return;
      known = { id, lines: new Set([...known.lines, ...more]) };
      setReached(known);
    });
  }, [run, id]);
  return reached.id === id ? reached.lines : NO_LINES;
}

const NO_LINES: ReadonlySet<number> = new Set();
