/** The decision on the last packet of the explained lane, in one sentence, and the rule with this packet's values. */

import type { CSSProperties } from 'react';
import { formatFixed } from '../../base/format';
import { Asides } from '../../core/explain/Asides';
import { Chart } from '../../core/explain/Chart';
import { laneOptions } from '../../ui/lane-options';
import { Select } from '../../ui/Select';
import '../../core/explain/chart.css';
import { chartOf, wayThrough } from '../../core/explain/chart-model';
import '../../core/explain/explain.css';
import { type CodeDisplay, explainCode } from '../../core/explain/explain-model';
import { Rule } from '../../core/explain/Rule';
import { explainRule, turnsThatLit } from '../../core/explain/rule-model';
import { shownOutcome, useExplainedDecision } from '../../core/explain/shown-outcome';
import { focusLane, useView } from '../../core/page/view-store';
import { describeComing, describeDecision } from '../../core/run/describe-decision';
import type { LaneRun } from '../../core/run/lanes';
import { valuesAt } from '../../core/run/pseudo-code';
import { ofLateDecision } from '../../core/run/shown-decision';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { decidingLines } from './deciding-lines';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** True if there is room for the whole rule. Otherwise only the last executed lines are shown. */
  readonly isWhole: boolean;
}

/** Maximum number of lines of a rule or a script that are shown on a screen with little room. */
const FEW_LINES = 3;

export function PresentedOutcome({ lanes, isWhole }: Props) {
  const { lane, decision, whole, isLast, turns, live } = useExplainedDecision(lanes);
  const isChart = useView((state) => state.isChart) && isWhole;
  const { run } = lane;
  if (decision === undefined)
    return (
      <section className="stack presenter-outcome" aria-label="What the algorithm just did">
        <p>No packet has arrived yet.</p>
      </section>
    );
  const outcome = shownOutcome(decision, run);
  const rule = explainRule(run.about, decision, whole, turns);
  const chart = isChart ? chartOf(run.about, valuesAt(run.about, run.facts, decision.time_s)) : undefined;
  const held = whole === undefined ? undefined : `Match found: ${describeComing(whole)}`;
  const ink = held === undefined ? (outcome?.ink ?? 'link') : 'match';
  return (
    <section
      className="stack presenter-outcome"
      aria-label="What the algorithm just did"
      style={{ '--outcome': `var(--${ink})` } as CSSProperties}
    >
      <div className="row row--tight">
        <h2 className="grow">
          {held === undefined && outcome !== undefined && <span aria-hidden="true">{outcome.glyph} </span>}
          {held ?? outcome?.title ?? 'No decision'}
        </h2>
        {isWhole && <Asides turns={turnsThatLit(rule, turns)} facts={run.facts} />}
        {lanes.length > 1 && <LaneChoice lanes={lanes} focused={lane.index} />}
      </div>
      <p className="presenter-outcome__words" aria-live={live}>
        {!isLast && `${ofLateDecision(decision)}${formatFixed(decision.time_s, 3)} s: `}
        {describeDecision(decision, run.catalog, run.about, run.facts)}
      </p>
      {chart !== undefined ? (
        <Chart rows={wayThrough(chart, decision, whole === undefined)} about={run.about} ink={ink} />
      ) : run.about.rule.lines.length > 0 ? (
        <Rule lines={rule} decision={decision} whole={whole} source={run} most={isWhole ? undefined : FEW_LINES} />
      ) : (
        <DecidingLines code={decidingLines(explainCode(decision, run), FEW_LINES)} name={run.about.name} />
      )}
    </section>
  );
}

/**
 * The script line that decided, and the lines executed before it. A script is shown as source, since it has no
 * published rule.
 */
function DecidingLines({ code, name }: { readonly code: readonly CodeDisplay[]; readonly name: string }) {
  return (
    <ol className="body mono presenter-code" aria-label={`Pseudo-code of ${name}: the lines that decided`}>
      {code.map(({ line, indent, segments, outcome: here }) => (
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
  );
}

/** The choice of the lane to explain. */
function LaneChoice({ lanes, focused }: { readonly lanes: readonly LaneRun[]; readonly focused: number }) {
  return (
    <label className="row row--tight fixed">
      <LaneSwatch lane={focused} />
      <span className="visually-hidden">Lane explained</span>
      <Select options={laneOptions(lanes)} chosen={focused} onChoose={focusLane} />
    </label>
  );
}
