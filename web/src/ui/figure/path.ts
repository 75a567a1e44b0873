/** The SVG path of a line through points in pixels. A missing point interrupts the line. Pure. */

export type Point = readonly [x: number, y: number];

export function pathThrough(points: readonly (Point | undefined)[]): string {
  return points
    .map((point, place) => {
      if (point === undefined) return '';
      const isOn = place > 0 && points[place - 1] !== undefined;
      return `${isOn ? 'L' : 'M'}${point[0].toFixed(1)},${point[1].toFixed(1)}`;
    })
    .join('');
}
