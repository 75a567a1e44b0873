/**
 * The algorithm of the lane that is explained, with this packet's values: the rule as its paper gives it, or the listing as
 * the engine runs it.
 */

import type { ReactNode } from 'react';
import { SCRIPT } from '../border/scenario';
import type { LaneRun } from '../run/lanes';
import type { DecisionRecord, RunBuffer } from '../run/run-buffer';
import { AboutDiscipline } from './AboutDiscipline';
import { Asides } from './Asides';
import { Code } from './Code';
import { explainCode } from './explain-model';
import { Rule } from './Rule';
import { useExplainedDecision } from './shown-verdict';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** All details: the listing in place of the rule. A script has no rule. */
  readonly isListing: boolean;
  /** Leads to the other one. */
  readonly children?: ReactNode;
}

interface ListingProps {
  readonly decision: DecisionRecord | undefined;
  readonly turns: readonly DecisionRecord[];
  readonly run: RunBuffer;
}

function Listing({ decision, turns, run }: ListingProps) {
  const code = explainCode(decision, run, turns);
  const lit = turns.filter((turn) => code.some((line) => line.turn === turn));
  return (
    <>
      <Code code={code} serial={decision?.serial ?? 0} about={run.about} catalog={run.catalog} />
      <Asides asides={lit.map((turn) => ({ turn, lines: '' }))} facts={run.facts} />
    </>
  );
}

export function Algorithm({ lanes, isListing, children }: Props) {
  const { lane, decision, whole, turns } = useExplainedDecision(lanes);
  const { run } = lane;
  const { about } = run;
  const hasRule = !isListing && about.rule.lines.length > 0;
  const source = about.id === SCRIPT ? 'a script' : isListing ? 'as it runs' : 'as in the paper';
  return (
    <section className="column algorithm" aria-label={`Algorithm of ${about.name}`}>
      <div className="row row--tight row--spread explain-head">
        <h2 className="heading one-line">
          {about.name}, {source}
        </h2>
        <span className="row row--tight gap-3 fixed">
          {isListing && <AboutDiscipline about={about} />}
          {children}
        </span>
      </div>
      {hasRule ? (
        <>
          <Rule decision={decision} whole={whole} turns={turns} source={run} />
          <p className="small faint rule__source">{about.rule.source}</p>
        </>
      ) : (
        <Listing decision={decision} turns={turns} run={run} />
      )}
    </section>
  );
}
