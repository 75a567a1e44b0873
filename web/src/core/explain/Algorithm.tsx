/**
 * The algorithm of the explained lane, with the packet's values: the rule as its paper states it, or the full listing
 * that the engine runs.
 */

import type { ReactNode } from 'react';
import { SCRIPT } from '../border/scenario';
import { showChart, useView } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import { valuesAt } from '../run/pseudo-code';
import { AboutDiscipline } from './AboutDiscipline';
import { Asides } from './Asides';
import { Chart } from './Chart';
import { Code } from './Code';
import { chartOf, wayThrough } from './chart-model';
import { decisionInk } from './decision-ink';
import { explainCode } from './explain-model';
import { Rule } from './Rule';
import { explainRule, turnsThatLit } from './rule-model';
import { useExplainedDecision } from './shown-outcome';
import './chart.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** True for the listing with all details. False for the rule. A script has only a listing. */
  readonly isListing: boolean;
  /** The switch between rule and listing. */
  readonly children?: ReactNode;
  /**
   * True if the heading has room for only one link: the link to the flow chart if the rule has one, otherwise
   * `children`.
   */
  readonly hasOneLink?: boolean;
}

export function Algorithm({ lanes, isListing, children, hasOneLink = false }: Props) {
  const { lane, decision, whole, turns } = useExplainedDecision(lanes);
  const { run } = lane;
  const { about } = run;
  const hasRule = !isListing && about.rule.lines.length > 0;
  const rule = hasRule ? explainRule(about, decision, whole, turns) : [];
  const code = hasRule ? [] : explainCode(decision, run, turns);
  const asides = turnsThatLit([...rule, ...code], turns);
  const chart = hasRule ? chartOf(about, valuesAt(about, run.facts, decision?.time_s)) : undefined;
  const isChart = useView((state) => state.isChart) && chart !== undefined;
  const source = about.id === SCRIPT ? ', a script' : hasRule ? ', as in the paper' : '';
  return (
    <section className="column algorithm" aria-label={`Algorithm of ${about.name}`}>
      <div className="row row--tight row--spread explain-head">
        <h2 className="heading fixed">
          {about.name}
          {source}
        </h2>
        {!isChart && <Asides turns={asides} facts={run.facts} />}
        <span className="row row--tight gap-3 fixed">
          {isListing && <AboutDiscipline about={about} />}
          {chart !== undefined && (
            <button type="button" className="bare link" onClick={() => showChart(!isChart)}>
              {isChart ? 'As lines' : 'As a chart'}
            </button>
          )}
          {(chart === undefined || !hasOneLink) && children}
        </span>
      </div>
      {hasRule ? (
        <>
          {isChart ? (
            <Chart
              rows={wayThrough(chart, decision, whole === undefined)}
              about={about}
              ink={decisionInk(decision, whole, run)}
            />
          ) : (
            <Rule lines={rule} decision={decision} whole={whole} source={run} />
          )}
          <p className="small faint rule__source">{isChart ? chart.source : about.rule.source}</p>
        </>
      ) : (
        <Code code={code} serial={decision?.serial ?? 0} about={about} catalog={run.catalog} />
      )}
    </section>
  );
}
