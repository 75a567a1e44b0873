/** One swept choice: for each word and lane a dot with its 95 % interval. Pure. */

import { laneShape } from '../../../ui/marks/lane-looks';
import {
  coursesOf,
  endLabels,
  frameOf,
  laneLabels,
  oneDot,
  pointing,
  runDots,
  sceneMark,
  settingAxisMarks,
  valueAxis,
} from './frame';
import type { SettingAxis } from './setting-axis';
import { metricScale, type ShownSweep, withUnit } from './shown-sweep';
import { EMPTY_PICTURE, type PictureView, type RuleMark, type SweepPicture, type TextMark } from './sweep-picture';
import { curveExtent, endsOf } from './value-scale';

/** Of a word's room, what its lanes take. */
const LANES_ROOM = 0.6;

export function wordsPicture(shown: ShownSweep, view: PictureView): SweepPicture {
  const [axis] = shown.axes as [SettingAxis];
  const courses = coursesOf(shown, axis);
  const known = courses.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell === undefined ? [] : endsOf(cell, shown.against !== undefined))),
  );
  const extent = curveExtent(known, view.reached);
  const scale = metricScale(shown, Math.max(Math.abs(extent.from), Math.abs(extent.to)));
  const frame = frameOf(shown, axis, extent, [], view, scale.factor);
  const em = view.fontSize;
  const rules: RuleMark[] = [];
  const texts: TextMark[] = [
    { text: withUnit(shown.title, scale.name), x: 0, y: em * 0.8, align: 'left', ink: 'text', isBold: true },
  ];
  valueAxis(frame, scale.factor, em, rules, texts);
  settingAxisMarks(frame, axis, em, view, rules, texts);

  const room = (frame.region.right - frame.region.left) / axis.values.length;
  const apart = Math.min(em * 1.6, (room * LANES_ROOM) / courses.length);
  const xOf = (step: number, row: number): number =>
    (frame.xOf(axis.values[step] ?? '') ?? 0) + (row - (courses.length - 1) / 2) * apart;
  const dots: SweepPicture['dots'][number][] = [];
  courses.forEach(({ lane, cells }, row) => {
    cells.forEach((cell, step) => {
      if (cell === undefined) return;
      const x = xOf(step, row);
      const { mean, ends } = cell;
      dots.push(runDots(cell, x, frame, em, lane.ink));
      if (ends !== undefined) {
        const [low, high] = [frame.yOf(ends[0]), frame.yOf(ends[1])];
        const bar = { ink: lane.ink, width: 2 };
        rules.push({ ...bar, x1: x, x2: x, y1: low, y2: high });
        for (const y of [low, high]) rules.push({ ...bar, x1: x - em * 0.22, x2: x + em * 0.22, y1: y, y2: y });
      }
      dots.push(oneDot(x, frame.yOf(mean), em * 0.32, laneShape(lane), lane.ink));
    });
  });
  endLabels(laneLabels(courses, frame), frame, em, dots, texts);
  return {
    ...EMPTY_PICTURE,
    rules,
    dots,
    texts,
    reached: known.length === 0 ? view.reached : extent,
    ...pointing(axis, courses, frame, em, (step, row) => {
      const cell = courses[row]?.cells[step];
      return { x: xOf(step, row), y: cell === undefined ? undefined : frame.yOf(cell.mean) };
    }),
    sceneMark: ([value]) => (value === undefined ? undefined : sceneMark(axis, value, frame, em, view)),
  };
}
