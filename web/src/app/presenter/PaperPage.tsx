/** The paper's values beside ours, as one large table split into pages of rows, and the number of claims that hold. */

import { useCallback, useMemo, useState } from 'react';
import { useExperiments } from '../../core/experiment/experiment-store';
import {
  type MetricGroup,
  type PaperRow,
  paperTable,
  publishedGroups,
  timesApart,
} from '../../core/experiment/paper-table';
import type { LoadedPreset } from '../../core/experiment/preset-file';
import type { Report } from '../../core/experiment/report';
import { connectRunner } from '../../core/experiment/runner';
import { APART_VERDICTS, ROW_VERDICTS } from '../../core/experiment/verdicts';
import type { LaneRun } from '../../core/run/lanes';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { useLiveReport, usePresetFile } from '../../features/paper/use-paper';
import { Verdict } from '../../features/paper/Verdict';
import { IconButton } from '../../ui/IconButton';
import { LaneSwatch } from '../../ui/LaneSwatch';
import '../../features/paper/paper.css';

/** Number of table rows that fit between the heading and the playback controls. */
const ROWS = 10;

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

export function PaperPage({ lanes, actions }: Props) {
  const preset = useScene((state) => state.preset);
  const file = usePresetFile(preset?.scenario.id);
  const hint =
    preset === undefined
      ? 'This scene is not from a paper.'
      : file.problem === undefined
        ? 'Opening the paper…'
        : `The paper of this scene could not be loaded: ${file.problem}`;
  if (preset === undefined || file.value === undefined)
    return (
      <section className="stack gap-3 large presenter-paper" aria-label="Paper against run">
        <p>{hint}</p>
      </section>
    );
  return <Values key={preset.scenario.id} loaded={file.value} lanes={lanes} actions={actions} />;
}

function Values({ loaded, lanes, actions }: Props & { readonly loaded: LoadedPreset }) {
  const { file } = loaded;
  const experiment = useExperiments((state) => state.experiments[file.scenario.id]);
  const live = useLiveReport(loaded, actions, connectRunner);
  const disciplines = lanes[0]?.run.catalog.disciplines;
  const nameOf = useCallback(
    (lane: string): string => disciplines?.find(({ id }) => id === lane)?.name ?? lane,
    [disciplines],
  );
  const report = experiment?.report ?? live.value;
  const rows = useMemo(() => {
    const sweepPath = file.experiment?.sweep?.path;
    const table = paperTable({ experiment: experiment?.report, live: live.value, nameOf, sweepPath });
    return publishedGroups(table).flatMap((group) => group.rows.map((row) => ({ group, row })));
  }, [experiment?.report, live.value, nameOf, file]);
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const first = Math.min(page, pages - 1) * ROWS;
  const hasReference = rows.some(({ row }) => row.reference !== undefined);
  const hasExperiment = experiment?.report !== undefined;
  return (
    <section className="stack gap-3 large presenter-paper" aria-label="Paper against run">
      <header className="row row--tight row--spread gap-4">
        <h2>
          {file.document.title} <small className="soft plain body">{file.document.place}</small>
        </h2>
        {pages > 1 && (
          <div className="row row--tight fixed body">
            <span>
              rows {first + 1} to {Math.min(rows.length, first + ROWS)} of {rows.length}
            </span>
            <IconButton
              icon="stepBack"
              name="Previous rows"
              isDisabled={first === 0}
              onPress={() => setPage(first / ROWS - 1)}
            />
            <IconButton
              icon="step"
              name="Next rows"
              isDisabled={first + ROWS >= rows.length}
              onPress={() => setPage(first / ROWS + 1)}
            />
          </div>
        )}
      </header>
      {rows.length === 0 ? (
        <p>{report === undefined ? 'Loading the values…' : 'The paper prints no value that this scene measures.'}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Lane</th>
              <th scope="col">paper</th>
              {hasReference && <th scope="col">ns-2</th>}
              <th scope="col">this run</th>
              {hasExperiment && <th scope="col">{report?.seeds} seeds</th>}
              <th scope="col">
                <span className="visually-hidden">Verdict</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, first + ROWS).map(({ group, row }, place, shown) => (
              <Row
                key={row.key}
                group={group}
                row={row}
                lane={lanes.find(({ run }) => run.about.id === row.lane)?.index}
                isFirst={shown[place - 1]?.group !== group}
                hasReference={hasReference}
                hasExperiment={hasExperiment}
              />
            ))}
          </tbody>
        </table>
      )}
      {report !== undefined && report.claims.length > 0 && <p>{claimsInWords(report)}</p>}
    </section>
  );
}

interface RowProps {
  readonly group: MetricGroup;
  readonly row: PaperRow;
  /** Index of the lane on the page. */
  readonly lane: number | undefined;
  /** True for a quantity's first row, the only one in which the name of the quantity is visible. */
  readonly isFirst: boolean;
  readonly hasReference: boolean;
  readonly hasExperiment: boolean;
}

function Row({ group, row, lane, isFirst, hasReference, hasExperiment }: RowProps) {
  const { verdict, apart } = row;
  return (
    <tr data-first={isFirst ? '' : undefined}>
      <th scope="row">
        <span className={isFirst ? undefined : 'visually-hidden'}>
          {group.name} <small className="soft plain body">{group.unit}</small>
        </span>
      </th>
      <td className="presenter-paper__lane">
        {lane !== undefined && <LaneSwatch lane={lane} />} {row.laneName} {row.at}
      </td>
      <td>{row.published.map(({ text }) => text).join(', ') || '–'}</td>
      {hasReference && <td>{row.reference?.text ?? '–'}</td>}
      <td>{row.live?.text ?? '–'}</td>
      {hasExperiment && (
        <td>
          {row.ours?.text ?? '–'} <small className="soft plain body">{row.ours?.spreadText}</small>
        </td>
      )}
      <td>
        {verdict !== undefined && (
          <Verdict
            look={apart === undefined ? ROW_VERDICTS[verdict] : APART_VERDICTS[apart]}
            isTentative={row.isTentative}
            howFar={timesApart(row)}
          />
        )}
      </td>
    </tr>
  );
}

/** Summarizes the claims in a sentence: "Of 7 claims 5 hold, 1 does not, 1 cannot be judged from this run." */
function claimsInWords({ claims }: Report): string {
  const count = (wanted: Report['claims'][number]['verdict']): number =>
    claims.filter(({ verdict }) => verdict === wanted).length;
  const parts = [
    `${count('holds')} ${count('holds') === 1 ? 'holds' : 'hold'}`,
    ...(count('fails') > 0 ? [`${count('fails')} ${count('fails') === 1 ? 'fails' : 'fail'}`] : []),
    ...(count('undecided') > 0 ? [`${count('undecided')} cannot be judged from this run`] : []),
  ];
  return `Of ${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}, ${parts.join(', ')}.`;
}
