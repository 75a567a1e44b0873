/** "What the algorithm just did": the pseudo-code with this packet's values, the outcome in a sentence, the last events. */

import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react';
import { formatFixed } from '../../base/format';
import { reasonGlyph } from '../../base/palette';
import { describeDecision, flowName } from '../../run/describe-decision';
import { onFrame } from '../../run/frame-loop';
import type { DecisionRecord, DisciplineAbout, RunBuffer } from '../../run/run-buffer';
import './explain.css';
import { type CodeDisplay, explainCode, newLines, type Verdict } from './explain-model';
import { CALM_MS, chooseDecision, NOTHING_SHOWN } from './explain-pace';
import { type EventRow, recentEvents } from './recent-events';

const EVENTS_SHOWN = 12;

export function ExplainPanel({ run }: { readonly run: RunBuffer }) {
  useSyncExternalStore(run.subscribe, run.coarseSnapshot);
  const decision = useCalmDecision(run);
  const events = useCalmEvents(run);
  const reached = useReachedLines(run);
  // A decision of the scene before does not fit the code of this one.
  const code = explainCode(decision, run);
  return (
    <section className="explain" aria-label="What the algorithm just did">
      <h2 className="panel-title">What the algorithm just did</h2>
      <p className="explain-packet">
        {decision === undefined ? (
          'No packet has arrived yet.'
        ) : (
          <>
            <span className="explain-time">{formatFixed(decision.time_s, 3)}&nbsp;s</span> packet {decision.packet} of{' '}
            {flowName(run.facts, decision.flow)}
          </>
        )}
      </p>
      <p className="explain-sentence">
        {decision === undefined ? '\u00a0' : describeDecision(decision, run.catalog, run.about, run.facts)}
      </p>
      <Code code={code} reached={reached} name={run.about.name} />
      <h3 className="panel-title">Events</h3>
      <Events rows={events} />
      <About about={run.about} />
    </section>
  );
}

interface CodeProps {
  readonly code: readonly CodeDisplay[];
  readonly reached: ReadonlySet<number>;
  readonly name: string;
}

/** Rules carry many options; lines that no packet of this scene has reached are folded away until one does. */
function Code({ code, reached, name }: CodeProps) {
  const [isWhole, setWhole] = useState(false);
  const unreached = code.filter(({ line, didRun }) => !didRun && !reached.has(line)).length;
  const shown = isWhole ? code : code.filter(({ line, didRun }) => didRun || reached.has(line));
  return (
    <section className="explain-code" aria-label={`Pseudo-code of ${name}`}>
      <ol>
        {shown.map(({ line, indent, segments, didRun, verdict }) => (
          <li
            key={line}
            className={didRun ? 'is-lit' : undefined}
            data-verdict={verdict === undefined ? undefined : verdict.kind === 'admit' ? 'admit' : verdict.reason}
            style={{ '--indent': indent } as CSSProperties}
          >
            {verdict !== undefined && (
              <span className="explain-glyph" aria-hidden="true">
                {glyphOf(verdict)}
              </span>
            )}
            {didRun && <span className="visually-hidden">Ran: </span>}
            {segments.map(({ key, text, kind, meaning }) => (
              <span key={key} className={`code-${kind}`} title={meaning}>
                {text}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {unreached > 0 && (
        <button type="button" className="explain-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Fold' : 'Show'} {unreached} {unreached === 1 ? 'line' : 'lines'} not reached in this scene
        </button>
      )}
    </section>
  );
}

function Events({ rows }: { readonly rows: readonly EventRow[] }) {
  return (
    <ol className="explain-events">
      {rows.map(({ key, time_s, glyph, reason, text }) => (
        <li key={key} data-verdict={reason ?? 'admit'}>
          <span className="explain-time">{formatFixed(time_s, 3)}</span>
          <span className="explain-glyph" aria-hidden="true">
            {glyph}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

function About({ about }: { readonly about: DisciplineAbout }) {
  return (
    <details className="explain-about">
      <summary>
        About {about.name} <small>{about.year}</small>
      </summary>
      <p>{about.idea}</p>
      <p>{about.citation}</p>
      <p>
        Remembers {MEMORY[about.memory]}. Confidence that this is the published scheme:{' '}
        <strong>{about.confidence}</strong>. {about.confidence_note}
      </p>
    </details>
  );
}

const MEMORY: Readonly<Record<DisciplineAbout['memory'], string>> = {
  stateless: 'nothing about any flow',
  partial: 'something about some flows',
  'per-flow': 'something about every flow',
};

function glyphOf(verdict: Verdict): string {
  return verdict.kind === 'admit' ? '+' : reasonGlyph(verdict.reason);
}

/** The decision to show; changes at most four times a second while decisions stream by. */
function useCalmDecision(run: RunBuffer): DecisionRecord | undefined {
  const [told, setTold] = useState<{ readonly scene: number; readonly decision: DecisionRecord | undefined }>();
  useEffect(() => {
    let shown = NOTHING_SHOWN;
    let scene = -1;
    return onFrame('model', (now_ms) => {
      if (scene !== run.scene) {
        scene = run.scene;
        shown = NOTHING_SHOWN;
        setTold({ scene, decision: undefined });
      }
      const choice = chooseDecision(shown, run.decision, run.latestMatch, now_ms);
      shown = choice.shown;
      if (choice.decision !== undefined) setTold({ scene, decision: choice.decision });
    });
  }, [run]);
  return told?.scene === run.scene ? told.decision : undefined;
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

function useCalmEvents(run: RunBuffer): readonly EventRow[] {
  const [rows, setRows] = useState<readonly EventRow[]>([]);
  useEffect(() => {
    let made_ms = Number.NEGATIVE_INFINITY;
    let version = -1;
    let pushed = 0;
    let isStream = false;
    return onFrame('model', (now_ms) => {
      if (now_ms - made_ms < CALM_MS) return;
      const isNew = version !== run.version;
      // When a stream comes to rest, the list shows everything again.
      if (!isNew && !isStream) return;
      // More than the list holds since the last look: they stream by.
      isStream = isNew && run.eventLog.pushed - pushed > EVENTS_SHOWN;
      version = run.version;
      made_ms = now_ms;
      pushed = run.eventLog.pushed;
      setRows(recentEvents(run, EVENTS_SHOWN, isStream));
    });
  }, [run]);
  return rows;
}
