/** Coordinates of the plots over time: a curve per lane, with a band for the interval over the seeds. Pure. */

import { formatNumber, unitScale } from '../../../base/format';
import type { Course, Courses } from '../../../core/experiment/report';
import { ticksOn, withUnit } from '../../../ui/figure/axis';
import { spreadLabels } from '../../../ui/figure/line-labels';
import { type Point, pathThrough } from '../../../ui/figure/path';
import { scaleOver } from '../../../ui/figure/scale';
import { textWidth } from '../../../ui/marks/text-mark';
import type { Size } from '../../../ui/use-size';
import { extentOf } from './curves';
import type { AxesLayout, LaneOverAxes } from './LanesOverAxes';
import { looksOf } from './lane-looks';

export interface PlacedCourse extends LaneOverAxes {
  /** Outlines of the 95 % intervals. Each run of consecutive bins with intervals is a closed path. */
  readonly band: string;
}

export type CoursesLayout = AxesLayout<PlacedCourse>;

export function coursesLayout(
  course: Course,
  { from_s, width_s }: Courses,
  nameOf: (lane: string) => string,
  onStage: ReadonlyMap<string, number>,
  { width, height, fontSize: em }: Size,
): CoursesLayout {
  const values = course.lanes.flatMap(({ mean, interval }) => [...mean, ...interval.flatMap((ends) => ends ?? [])]);
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const { factor, name: unit } = unitScale(Math.max(Math.abs(least), Math.abs(most)), course.unit);
  const names = Math.max(0, ...course.lanes.map(({ lane }) => textWidth(nameOf(lane), em, 'text', 600)));
  const region = { left: em * 4.4, right: width - names - em * 2.2, top: em, bottom: height - em * 3.4 };
  const bins = Math.max(1, ...course.lanes.map(({ mean }) => mean.length));
  const x = scaleOver({ from: from_s, to: from_s + bins * width_s }, region.left, region.right);
  const y = scaleOver(extentOf(Math.min(0, least) / factor, most / factor), region.bottom, region.top);
  const at = (bin: number): number => x.toPixel(from_s + (bin + 0.5) * width_s);
  const toY = (value: number): number => y.toPixel(value / factor);
  const ends = course.lanes.map(({ mean }) => toY(mean.findLast((value) => value !== null) ?? 0));
  const labels = spreadLabels(
    ends,
    ends.map(() => em * 1.25),
    region.top - em * 0.6,
    region.bottom + em * 0.6,
  );
  const looks = looksOf(course.lanes, onStage);
  return {
    region,
    xTicks: ticksOn(x, em * 5, { text: (value) => formatNumber(value, 4) }),
    yTicks: ticksOn(y, em * 2.8),
    xTitle: 'time [s]',
    yTitle: withUnit(course.name, unit),
    lanes: course.lanes.flatMap(({ lane, mean, interval }, place): PlacedCourse[] => {
      const look = looks[place];
      if (look === undefined) return [];
      const line = mean.map((value, bin): Point | undefined => (value === null ? undefined : [at(bin), toY(value)]));
      const labelY = labels[place];
      return [
        {
          ...look,
          ...{ lane, name: nameOf(lane) },
          line: pathThrough(line),
          band: bandThrough(interval, at, toY),
          labelY: labelY === undefined || Number.isNaN(labelY) ? undefined : labelY,
        },
      ];
    }),
  };
}

function bandThrough(
  interval: Course['lanes'][number]['interval'],
  at: (bin: number) => number,
  toY: (value: number) => number,
): string {
  const bands: string[] = [];
  let high: Point[] = [];
  let low: Point[] = [];
  const close = (): void => {
    if (high.length > 1) bands.push(`${pathThrough([...high, ...low.reverse()])}Z`);
    [high, low] = [[], []];
  };
  interval.forEach((ends, bin) => {
    if (ends === null) close();
    else {
      low.push([at(bin), toY(ends[0])]);
      high.push([at(bin), toY(ends[1])]);
    }
  });
  close();
  return bands.join('');
}
