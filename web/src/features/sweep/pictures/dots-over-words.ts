/**
 * The plot of a sweep over a categorical setting: for each of its options and each lane, a dot with its 95 % interval.
 * Pure.
 */

import { laneShape } from '../../../ui/marks/lane-looks';
import { coursesOf, endLabels, framed, laneLabels, oneDot, pointing, runDots, sceneMark } from './frame';
import type { SettingAxis } from './setting-axis';
import type { ShownSweep } from './shown-sweep';
import { EMPTY_PICTURE, type PictureView, type SweepPicture } from './sweep-picture';

/** Share of an option's width over which the dots of its lanes are spread, so that their error bars do not overlap. */
const LANES_ROOM = 0.6;

export function wordsPicture(shown: ShownSweep, view: PictureView): SweepPicture {
  const [axis] = shown.axes as [SettingAxis];
  const courses = coursesOf(shown, axis);
  const { frame, rules, texts, reached } = framed(shown, axis, courses, view);
  const em = view.fontSize;
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
    reached,
    ...pointing(axis, courses, frame, em, (step, row) => {
      const cell = courses[row]?.cells[step];
      return { x: xOf(step, row), y: cell === undefined ? undefined : frame.yOf(cell.mean) };
    }),
    sceneMark: ([value]) => (value === undefined ? undefined : sceneMark(axis, value, frame, em, view)),
  };
}
