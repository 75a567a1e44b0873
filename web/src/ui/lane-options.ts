import type { Option } from './Select';

/** Lanes as options, by index. */
export function laneOptions(lanes: readonly { readonly index: number; readonly name: string }[]): Option<number>[] {
  return lanes.map(({ index, name }) => ({ id: index, name }));
}
