/**
 * The algorithm of the lane that is explained, with this packet's values: the rule as its paper gives it, or the listing as
 * the engine runs it.
 */

import type { ReactNode } from 'react';
import { SCRIPT } from '../border/scenario';
import type { LaneRun } from '../run/lanes';
import { AboutDiscipline } from './AboutDiscipline';
import { Asides } from './Asides';
import { Code } from './Code';
import { explainCode } from './explain-model';
import { Rule } from './Rule';
import { explainRule, turnsThatLit } from './rule-model';
import { useExplainedDecision } from './shown-verdict';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** All details: the listing in place of the rule. A script has no rule. */
  readonly isListing: boolean;
  /** Leads to the other one. */
  readonly children?: ReactNode;
}

export function Algorithm({ lanes, isListing, children }: Props) {
  const { lane, decision, whole, turns } = useExplainedDecision(lanes);
  const { run } = lane;
  const { about } = run;
  const hasRule = !isListing && about.rule.lines.length > 0;
  const rule = hasRule ? explainRule(about, decision, whole, turns) : [];
  const code = hasRule ? [] : explainCode(decision, run, turns);
  const asides = turnsThatLit([...rule, ...code], turns);
  const source = about.id === SCRIPT ? ', a script' : hasRule ? ', as in the paper' : '';
  return (
    <section className="column algorithm" aria-label={`Algorithm of ${about.name}`}>
      <div className="row row--tight row--spread explain-head">
        <h2 className="heading fixed">
          {about.name}
          {source}
        </h2>
        <Asides turns={asides} facts={run.facts} />
        <span className="row row--tight gap-3 fixed">
          {isListing && <AboutDiscipline about={about} />}
          {children}
        </span>
      </div>
      {hasRule ? (
        <>
          <Rule lines={rule} decision={decision} whole={whole} source={run} />
          <p className="small faint rule__source">{about.rule.source}</p>
        </>
      ) : (
        <Code code={code} serial={decision?.serial ?? 0} about={about} catalog={run.catalog} />
      )}
    </section>
  );
}
