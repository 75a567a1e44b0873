/** The experiment's quantities over time: each lane's mean with its 95 % band over the seeds. */

import { useId, useRef } from 'react';
import type { Colours } from '../../../base/palette';
import type { Course, Courses, Report } from '../../../core/experiment/report';
import type { Drawing } from '../../../core/save/drawing';
import { fileName } from '../../../core/save/provenance-of-scene';
import { SaveMenu } from '../../../core/save/SaveMenu';
import type { SavedTable } from '../../../core/save/saved-table';
import { FIGURE, svgFigure } from '../../../core/save/svg-figure';
import { Figure } from '../../../ui/figure/Figure';
import { Segments } from '../../../ui/Segments';
import { type Size, useSize } from '../../../ui/use-size';
import { type Origin, provenanceOfReport } from '../saved-paper';
import { coursesLayout } from './courses';
import { LanesOverAxes } from './LanesOverAxes';
import { setPaper, usePaperSettings } from './paper-settings';

interface Props {
  /** The report of an experiment. A single run would have no band. */
  readonly report: Report;
  readonly nameOf: (lane: string) => string;
  readonly onStage: ReadonlyMap<string, number>;
  readonly origin: () => Promise<Origin>;
}

export function OverTime({ report, ...props }: Props) {
  const { courses } = report;
  const { course: chosen } = usePaperSettings();
  const course = courses?.quantities.find(({ id }) => id === chosen) ?? courses?.quantities[0];
  if (courses === undefined || course === undefined || course.lanes.length === 0) return null;
  return <Shown {...{ report, courses, course }} {...props} />;
}

function Shown({ report, courses, course, nameOf, onStage, origin }: Props & { courses: Courses; course: Course }) {
  const ids = useId();
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const title = `Over time: ${course.name}`;
  const shown = { courses, course, nameOf, onStage };
  const runs = Math.min(...course.lanes.map(({ count }) => count));
  return (
    <figure className="document-figure stack" aria-labelledby={`${ids}-title`}>
      <figcaption className="row">
        <h3 className="body strong" id={`${ids}-title`}>
          {title}
        </h3>
        <Segments
          label="Quantity over time"
          choices={courses.quantities.map(({ id, name }) => ({ id, name: SHORT[id] ?? name, meaning: name }))}
          chosen={course.id}
          onChoose={(id) => setPaper({ course: id })}
        />
        <SaveMenu
          title={title}
          drawing={async (colours) => ({
            ...drawing(shown, `${report.title}: ${course.name} over time`, runs, colours),
            name: fileName(report.preset, 'over-time', course.id.replaceAll('_', '-')),
            provenance: provenanceOfReport(title, report, await origin()),
          })}
          table={async () => ({
            ...tableOf(shown),
            name: fileName(report.preset, 'over-time', course.id.replaceAll('_', '-')),
            provenance: provenanceOfReport(title, report, await origin()),
          })}
        />
      </figcaption>
      <div ref={surface} className="document-figure__surface document-figure__surface--still small">
        {size !== undefined && (
          <Figure size={size}>
            <Marks {...shown} size={size} />
          </Figure>
        )}
      </div>
      <p className="soft small">{bandWords(runs, courses)}</p>
    </figure>
  );
}

/** Short names for the buttons. */
const SHORT: Readonly<Record<string, string>> = {
  utilization: 'utilization',
  udp_share: 'UDP, of the link',
  udp_queue_share: 'UDP, of the queue',
  queue: 'queue',
};

interface MarksProps extends Pick<Props, 'nameOf' | 'onStage'> {
  readonly courses: Courses;
  readonly course: Course;
}

function Marks({ courses, course, nameOf, onStage, size }: MarksProps & { readonly size: Size }) {
  return (
    <LanesOverAxes
      layout={coursesLayout(course, courses, nameOf, onStage, size)}
      fontSize={size.fontSize}
      below={({ band }) => <path className="curves__band" d={band} />}
    />
  );
}

function bandWords(runs: number, { width_s }: Courses): string {
  const over = `Means over ${runs} ${runs === 1 ? 'run' : 'runs'} in bins of ${Number(width_s.toPrecision(3))} s`;
  return runs === 1 ? `${over}; a band needs more seeds.` : `${over}, with their 95 % intervals.`;
}

function drawing(
  shown: MarksProps,
  title: string,
  runs: number,
  colours: Colours,
): Omit<Drawing, 'name' | 'provenance'> {
  return svgFigure(
    <Figure size={FIGURE}>
      <Marks {...shown} size={FIGURE} />
    </Figure>,
    { title, about: bandWords(runs, shown.courses), colours },
  );
}

function tableOf({ courses, course }: MarksProps): Pick<SavedTable, 'columns' | 'rows'> {
  const { from_s, width_s } = courses;
  return {
    columns: [
      { name: 'lane', meaning: 'Id of the lane' },
      { name: 'from_s', kind: 'number', unit: 's', meaning: 'Start of the bin' },
      { name: 'until_s', kind: 'number', unit: 's', meaning: 'End of the bin' },
      { name: 'mean', kind: 'number', ...(course.unit !== '' && { unit: course.unit }), meaning: course.name },
      { name: 'low', kind: 'number', meaning: 'Lower end of the 95 % interval' },
      { name: 'high', kind: 'number', meaning: 'Upper end of the 95 % interval' },
    ],
    rows: course.lanes.flatMap(({ lane, mean, interval }) =>
      mean.map((value, bin) => [
        lane,
        from_s + bin * width_s,
        from_s + (bin + 1) * width_s,
        value,
        ...(interval[bin] ?? [null, null]),
      ]),
    ),
  };
}
