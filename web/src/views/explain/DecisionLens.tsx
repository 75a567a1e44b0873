/**
 * The decision lens: which packet, what became of it, why in plain words, and the pseudo-code with the lines that ran lit
 * and this packet's values filled in. Everything comes from the decision record, the same for every discipline.
 */

import { type CSSProperties, useEffect, useId, useState } from 'react';
import { ConfidenceBadge } from '../../base/ConfidenceBadge';
import { formatFixed } from '../../base/format';
import { drewMatch, untilMatch } from '../../run/decision';
import { describeDecision, flowName, TRIGGER_WORDS } from '../../run/describe-decision';
import { onFrame } from '../../run/frame-loop';
import { focusedLane, type LaneRun } from '../../run/lanes';
import type { DecisionRecord, DisciplineAbout, RunBuffer } from '../../run/run-buffer';
import { useRun } from '../../run/use-run';
import { sceneStore, useScene } from '../../store/scene-store';
import { focusLane, useView } from '../../store/view-store';
import { Code } from './Code';
import { explainCode, newLines, type Verdict, verdictGlyph, verdictInk, verdictOf } from './explain-model';
import { chooseDecision, NOTHING_SHOWN, ofLateDecision } from './explain-pace';
import { type Fact, tellStory } from './story';

export function DecisionLens({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  const lane = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  const { run } = lane;
  useRun(run);
  const { decision: chosen, isLast } = useCalmDecision(run);
  const isHalfway = useScene((state) => state.isHalfway) && chosen !== undefined && drewMatch(chosen);
  const decision = isHalfway ? untilMatch(chosen) : chosen;
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
            {!isLast && ofLateDecision(decision)}
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
        {isHalfway && <HeldAtMatch />}
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

/** Half a step: the candidates are drawn, one is of the same flow, and nothing has been removed yet. */
function HeldAtMatch() {
  return (
    <p className="explain-verdict" style={{ '--verdict': 'var(--match)' } as CSSProperties}>
      <span className="explain-glyph" aria-hidden="true">
        ?
      </span>
      <strong>Match found</strong>
      <small>Nothing is removed yet: the next step carries it out.</small>
    </p>
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

/** A decision, and whether it is the last one before the present moment. */
interface Chosen {
  readonly decision: DecisionRecord | undefined;
  readonly isLast: boolean;
}

const NONE: Chosen = { decision: undefined, isLast: true };

/** The decision to show; changes at most four times a second while decisions stream by. */
function useCalmDecision(run: RunBuffer): Chosen {
  const [told, setTold] = useState<Chosen & { readonly run: RunBuffer; readonly scene: number }>();
  useEffect(() => {
    let shown = NOTHING_SHOWN;
    let scene = -1;
    let isToldLast = true;
    return onFrame('model', (now_ms) => {
      const isBare = run.decision === undefined && shown !== NOTHING_SHOWN;
      // Another scene, or back at a moment before the first packet.
      if (scene !== run.scene || isBare) {
        scene = run.scene;
        shown = NOTHING_SHOWN;
        setTold({ run, scene, ...NONE });
      }
      const choice = chooseDecision(shown, run.decision, run.latestMatch, now_ms);
      shown = choice.shown;
      const isLast = (serial: number): boolean => serial === (run.decision?.serial ?? serial);
      if (choice.decision !== undefined) {
        // While they stream by, the one that is shown is not the last for longer than a frame.
        const isStill = sceneStore.getState().state !== 'playing' || choice.isOneByOne;
        isToldLast = isStill && isLast(choice.decision.serial);
        setTold({ run, scene, decision: choice.decision, isLast: isToldLast });
      } else if (!isToldLast && sceneStore.getState().state !== 'playing' && isLast(shown.serial)) {
        // Where the stream rests, what is shown is the last one after all.
        isToldLast = true;
        setTold((before) => before && { ...before, isLast: true });
      }
    });
  }, [run]);
  // A decision of another lane or of the scene before does not fit the code of this one.
  return told?.run === run && told.scene === run.scene ? told : NONE;
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
