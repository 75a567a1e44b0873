import { describe, expect, it } from 'vitest';
import { factsOf } from '../../testing/sweep-fixtures';
import { tasksInOrder } from './task-order';

describe('the order of the runs of a sweep', () => {
  it('includes every run once', () => {
    for (const counts of [[], [1], [2], [7], [21], [100, 3], [5, -4, 6], [9, 9]])
      for (const seeds of [1, 3, 10]) {
        const facts = factsOf(counts, 2, seeds);
        const tasks = [...tasksInOrder(facts)];
        expect(tasks).toHaveLength(facts.tasks);
        expect(new Set(tasks)).toEqual(new Set(Array.from({ length: facts.tasks }, (_, task) => task)));
      }
  });

  it('halves the distance of points at every level, and has both ends in the first level', () => {
    const points = [...tasksInOrder(factsOf([21], 1, 1))];
    expect(points).toEqual([0, 8, 16, 20, 4, 12, 2, 6, 10, 14, 18, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  });

  it('has no run of a point that is left out', () => {
    const points = [...tasksInOrder({ ...factsOf([9], 2, 3), left_out: [0, 4] })].map((task) => Math.floor(task / 6));
    expect(points).toHaveLength(7 * 6);
    expect(new Set(points)).toEqual(new Set([1, 2, 3, 5, 6, 7, 8]));
  });

  it('includes all options in every level', () => {
    const points = [...tasksInOrder(factsOf([9, -3], 1, 1))];
    expect(points.slice(0, 15).map((point) => point % 3)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expect(new Set(points.slice(0, 15).map((point) => Math.floor(point / 3)))).toEqual(new Set([0, 2, 4, 6, 8]));
  });

  it('has a few seeds of every point before the other seeds', () => {
    const facts = factsOf([21], 2, 10);
    const early = [...tasksInOrder(facts)].slice(0, 21 * 2 * 3);
    expect(new Set(early.map((task) => Math.floor(task / 20))).size).toBe(21);
    expect(Math.max(...early.map((task) => task % 10))).toBe(2);
  });

  it('has all lanes and a few seeds of a level before the other seeds', () => {
    const tasks = [...tasksInOrder(factsOf([2], 2, 5))];
    const seedsOf = (from: number, until: number) => tasks.slice(from, until).map((task) => (task % 5) + 1);
    expect(seedsOf(0, 12)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(seedsOf(12, 20)).toEqual([4, 5, 4, 5, 4, 5, 4, 5]);
  });
});
