/** What became of the last packet of the lane at hand, in one sentence, and the lines of pseudo-code that decided it. */

import type { CSSProperties } from 'react';
import { formatFixed } from '../../base/format';
import { explainCode } from '../../core/explain/explain-model';
import { shownVerdict, useExplainedDecision } from '../../core/explain/shown-verdict';
import { focusLane } from '../../core/page/view-store';
import { describeDecision } from '../../core/run/describe-decision';
import type { LaneRun } from '../../core/run/lanes';
import { ofLateDecision } from '../../core/run/shown-decision';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { decidingLines } from './deciding-lines';

/** Of a decision without a verdict, and of half a one. */
const NOTHING = { whole: 'Nothing decided', half: 'Match found: nothing is removed yet' } as const;

export function PresentedVerdict({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  const { lane, decision, whole, isLast, live } = useExplainedDecision(lanes);
  const { run } = lane;
  if (decision === undefined)
    return (
      <section className="stack presenter-verdict" aria-label="What the algorithm just did">
        <p>No packet has arrived yet.</p>
      </section>
    );
  const verdict = shownVerdict(decision, run);
  return (
    <section
      className="stack presenter-verdict"
      aria-label="What the algorithm just did"
      style={{ '--verdict': `var(--${verdict?.ink ?? 'link'})` } as CSSProperties}
    >
      <div className="row row--tight">
        <h2 className="grow">
          {verdict !== undefined && <span aria-hidden="true">{verdict.glyph} </span>}
          {verdict?.title ?? NOTHING[whole === undefined ? 'whole' : 'half']}
        </h2>
        {lanes.length > 1 && <LaneChoice lanes={lanes} focused={lane.index} />}
      </div>
      <p className="presenter-verdict__words" aria-live={live}>
        {!isLast && `${ofLateDecision(decision)}${formatFixed(decision.time_s, 3)} s: `}
        {describeDecision(decision, run.catalog, run.about, run.facts)}
      </p>
      <ol className="body mono presenter-code" aria-label={`Pseudo-code of ${run.about.name}: the lines that decided`}>
        {decidingLines(explainCode(decision, run)).map(({ line, indent, segments, verdict: here }) => (
          <li
            key={line}
            className="breakable"
            data-decided={here === undefined ? undefined : ''}
            style={{ '--indent': indent } as CSSProperties}
          >
            {segments.map(({ key, text, kind }) =>
              kind === 'value' ? <b key={key}>{text}</b> : <span key={key}>{text}</span>,
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Which lane is explained. */
function LaneChoice({ lanes, focused }: { readonly lanes: readonly LaneRun[]; readonly focused: number }) {
  return (
    <label className="row row--tight fixed">
      <LaneSwatch lane={focused} />
      <span className="visually-hidden">Lane explained</span>
      <select className="select" value={focused} onChange={(event) => focusLane(Number(event.target.value))}>
        {lanes.map(({ index, name }) => (
          <option key={index} value={index}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
