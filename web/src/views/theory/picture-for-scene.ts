/** Which picture belongs to a scene: what its preset is about, else what its discipline does. Pure. */

/** By the beginning of a preset's id; the first that fits. */
const OF_PRESETS: readonly (readonly [prefix: string, picture: string])[] = [
  ['choked-drawing-factor', 'draws'],
  ['choked-rear-only', 'places'],
  ['choked-queue-stability', 'red'],
  ['transient-load-sweep', 'share'],
  ['transient-replications', 'share'],
  ['transient-apf', 'share'],
  ['transient-', 'after-change'],
  ['choked-buffer', 'draws'],
  ['choked-model2', 'ceiling'],
];

const OF_DISCIPLINES: Readonly<Record<string, string>> = {
  red: 'red',
  choked: 'draws',
  'drop-tail': 'ceiling',
  sred: 'flows',
  schoke: 'flows',
  rem: 'price',
  echoke: 'price',
  ward: 'ward',
};

export function pictureFor(presetId: string, aqm: string): string {
  return OF_PRESETS.find(([prefix]) => presetId.startsWith(prefix))?.[1] ?? OF_DISCIPLINES[aqm] ?? 'share';
}
