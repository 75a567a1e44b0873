/** Published values beside ours: a table if there is room, cards on a phone. */

import {
  type Mark,
  type MetricGroup,
  type NoteMark,
  type PaperRow,
  type PublishedMark,
  timesApart,
} from '../../core/experiment/paper-table';
import { APART_VERDICTS, ROW_VERDICTS } from '../../core/experiment/verdicts';
import { Hint } from '../../ui/Hint';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { Terms } from '../../ui/Terms';
import { AxisNumbers, Strip } from './Strip';
import { Verdict } from './Verdict';

export interface ValuesProps {
  /** Name of the whole table for screen readers. */
  readonly name: string;
  readonly groups: readonly MetricGroup[];
  /** Position on the page of each of the paper's lanes, for the lanes that the page shows. */
  readonly onStage: ReadonlyMap<string, number>;
  readonly hasReference: boolean;
  readonly hasExperiment: boolean;
  /** Simulated time that the run on the page has reached, as text. */
  readonly liveUntil: string;
}

/** Meaning of the number after ±: a 95 % interval, for values of ns-2 and for ours. */
const SPREADS = { reference: '± 95 %', ours: '95 %' } as const;

export function PaperTableView({ name, groups, onStage, hasReference, hasExperiment, liveUntil }: ValuesProps) {
  return (
    <section className="paper-table" aria-label={name}>
      <table className="table">
        <thead className="small">
          <tr>
            <th scope="col">Lane</th>
            <th scope="col">
              <span className="paper-key paper-key--paper" /> paper
            </th>
            {hasReference && (
              <th scope="col">
                <span className="paper-key paper-key--reference" />{' '}
                <Hint note="The same scene in the simulator ns-2 2.35: mean over its runs ± half of its 95 % confidence interval">
                  ns-2
                </Hint>{' '}
                <small>{SPREADS.reference}</small>
              </th>
            )}
            <th scope="col">
              <span className="paper-key paper-key--live" />{' '}
              <Hint note="The lanes on the page, one seed, as far as they have run">this run</Hint>{' '}
              <small>{liveUntil}</small>
            </th>
            {hasExperiment && (
              <th scope="col">
                <span className="paper-key paper-key--ours" />{' '}
                <Hint note="Mean over the seeds, and its 95 % confidence interval: ± its half-width, or both ends if the mean is not in the middle. Each dot in the picture is a run.">
                  experiment
                </Hint>{' '}
                <small>{SPREADS.ours}</small>
              </th>
            )}
            <th scope="col" className="paper-table__picture">
              <span className="visually-hidden">Values on one axis</span>
            </th>
            <th scope="col">
              <span className="visually-hidden">Verdict</span>
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.metric}>
            <tr className="paper-metric">
              <th scope="rowgroup" className="strong" colSpan={3 + Number(hasReference) + Number(hasExperiment)}>
                <Terms text={group.name} /> <small>{group.unit}</small>
              </th>
              <td className="paper-table__picture">
                <AxisNumbers axis={group.axis} />
              </td>
              <td />
            </tr>
            {group.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="plain">
                  <LaneLabel row={row} onStage={onStage} />
                </th>
                <td>
                  <PublishedCell marks={row.published} />
                </td>
                {hasReference && (
                  <td title={row.simulator}>
                    <Number_ mark={row.reference} />
                  </td>
                )}
                <td>
                  <Number_ mark={row.live} />
                </td>
                {hasExperiment && (
                  <td>
                    <Number_ mark={row.ours} isStrong />
                  </td>
                )}
                <td className="paper-table__picture">
                  <Strip row={row} axis={group.axis} />
                </td>
                <td>
                  <RowVerdictMark row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** The same table as cards, one quantity below another, without horizontal scrolling. */
export function PaperCards({ name, groups, onStage, hasReference, hasExperiment, liveUntil }: ValuesProps) {
  return (
    <section className="stack gap-4" aria-label={name}>
      {groups.map((group) => (
        <section key={group.metric} className="paper-card" aria-label={group.name}>
          <h3 className="large strong">
            <Terms text={group.name} /> <small>{group.unit}</small>
          </h3>
          {group.rows.map((row) => (
            <div key={row.key} className="paper-card__row line-above">
              <div className="paper-card__head row row--spread">
                <LaneLabel row={row} onStage={onStage} />
                <RowVerdictMark row={row} />
              </div>
              <dl>
                <Entry name="paper" look="paper">
                  <PublishedCell marks={row.published} />
                </Entry>
                {hasReference && (
                  <Entry name={`ns-2, ${SPREADS.reference}`} look="reference">
                    <Number_ mark={row.reference} />
                  </Entry>
                )}
                <Entry name={`this run ${liveUntil}`} look="live">
                  <Number_ mark={row.live} />
                </Entry>
                {hasExperiment && (
                  <Entry name={`experiment, ${SPREADS.ours}`} look="ours">
                    <Number_ mark={row.ours} isStrong />
                  </Entry>
                )}
              </dl>
              <Strip row={row} axis={group.axis} />
            </div>
          ))}
          <AxisNumbers axis={group.axis} />
        </section>
      ))}
    </section>
  );
}

function Entry({ name, look, children }: { name: string; look: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="soft small">
        <span className={`paper-key paper-key--${look}`} /> {name}
      </dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function LaneLabel({ row, onStage }: { readonly row: PaperRow; readonly onStage: ValuesProps['onStage'] }) {
  const lane = onStage.get(row.lane);
  return (
    <span className="row row--tight">
      {lane !== undefined && <LaneSwatch lane={lane} />}
      {row.laneName} {row.at !== '' && <small>{row.at}</small>}
    </span>
  );
}

function PublishedCell({ marks }: { readonly marks: readonly PublishedMark[] }) {
  if (marks.length === 0) return <Nothing />;
  return (
    <span className="paper-numbers column">
      {marks.map(({ text, place, notes, isRead }) => (
        <span key={`${place} ${text}`} title={isRead ? `${place}; read off the figure` : place}>
          {text}
          <NoteMarks notes={notes} />
        </span>
      ))}
    </span>
  );
}

function NoteMarks({ notes }: { readonly notes: readonly NoteMark[] }) {
  return notes.map(({ note, isCaution }) => (
    <sup key={note} className={isCaution ? 'paper-note paper-note--caution strong' : 'paper-note faint'}>
      {isCaution && <span aria-hidden="true">△</span>}
      <span className="visually-hidden">{isCaution ? 'caution, note ' : 'note '}</span>
      {note}
    </sup>
  ));
}

function Number_({ mark, isStrong = false }: { readonly mark: Mark | undefined; readonly isStrong?: boolean }) {
  if (mark === undefined) return <Nothing />;
  return (
    <span className={isStrong ? 'paper-number strong' : 'paper-number'}>
      {mark.text}
      {mark.spreadText !== '' && <small> {mark.spreadText}</small>}
      <NoteMarks notes={mark.notes} />
    </span>
  );
}

function Nothing() {
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}

function RowVerdictMark({ row }: { readonly row: PaperRow }) {
  const { verdict, apart, isTentative } = row;
  if (verdict === undefined) return null;
  return (
    <Verdict
      look={apart === undefined ? ROW_VERDICTS[verdict] : APART_VERDICTS[apart]}
      isTentative={isTentative}
      howFar={timesApart(row)}
    />
  );
}
