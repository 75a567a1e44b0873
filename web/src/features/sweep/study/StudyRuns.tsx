/** The single runs of a table in a file. They are read a page at a time, when shown. */

import { useEffect, useState } from 'react';
import { PAGE_ROWS } from '../../../base/numbers';
import { problemText } from '../../../base/problem-text';
import { NumbersTable } from '../../../ui/NumbersTable';
import type { Study } from './study';

interface Props {
  readonly study: Study;
  /** The page's name for a setting. */
  readonly settingName: (path: string) => string;
}

interface Page {
  readonly study: Study;
  readonly first: number;
  readonly rows: readonly (readonly string[])[];
  readonly problem?: string;
}

export function StudyRuns({ study, settingName }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="sweep-study" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="soft">
        Single runs of {study.name}: {study.rows.toLocaleString('en')}
      </summary>
      {isOpen && <Runs study={study} settingName={settingName} />}
    </details>
  );
}

function Runs({ study, settingName }: Props) {
  const [wanted, setWanted] = useState(0);
  const [page, setPage] = useState<Page>();
  const first = Math.max(0, Math.min(wanted, study.rows - PAGE_ROWS));
  useEffect(() => {
    let isWanted = true;
    study.page(first, PAGE_ROWS).then(
      (rows) => isWanted && setPage({ study, first, rows }),
      (problem: unknown) => isWanted && setPage({ study, first, rows: [], problem: problemText(problem) }),
    );
    return () => {
      isWanted = false;
    };
  }, [study, first]);
  if (page?.study !== study) return <p className="soft small">Reading…</p>;
  if (page.problem !== undefined)
    return (
      <p className="wrong" role="alert">
        {study.name} {page.problem}
      </p>
    );
  const { settings, metrics } = namesOf(study);
  const columns = study.pageColumns.map((name) =>
    settings.has(name) ? settingName(name) : (metrics.get(name) ?? name),
  );
  const part = { of: 'Run', first: page.first, total: study.rows };
  const isWhole = study.rows <= PAGE_ROWS;
  return (
    <div className="sweep-study__runs">
      <NumbersTable
        title="Single runs"
        table={{ columns: ['Run', ...columns], rows: page.rows, ...(isWhole ? {} : { part }) }}
        onPage={setWanted}
      />
    </div>
  );
}

function namesOf({ facts }: Study) {
  return {
    settings: new Set(facts.axes.flatMap(({ path, coupled = [] }) => [path, ...coupled.map((one) => one.path)])),
    metrics: new Map(facts.metrics.map(({ id, name, unit }) => [id, unit === '' ? name : `${name} [${unit}]`])),
  };
}
