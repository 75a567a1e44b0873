/** In any preset that was just opened, the panel marks no setting as changed. */
/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { CATALOG, testEngine } from '../../testing/engine';
import type { PresetFile } from '../experiment/preset-file';
import { controlGroups } from './control-groups';

const FOLDER = new URL('../../../../presets/', import.meta.url);
const PRESETS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as PresetFile);

describe('a scene that was just opened', async () => {
  const engine = await testEngine({ kind: 'full' });
  afterAll(() => engine.close());

  it.each(PRESETS.map((preset) => [preset.scenario.id, preset] as const))(
    'has no changed setting: %s',
    async (_, preset) => {
      const changed: string[] = [];
      // The lanes of the experiment, or the lanes of the scene if the preset has no experiment.
      const lanes = preset.experiment?.lanes?.map(({ aqm, params }) => ({ aqm, params: params ?? {} }));
      const scene = { ...preset.scenario, lanes: lanes ?? preset.scenario.lanes };
      for (const lane of scene.lanes.keys()) {
        const opened = await engine.open(scene, 0, lane);
        const { facts } = opened;
        const about = CATALOG.disciplines.find(({ id }) => id === facts.scenario.lanes[lane]?.aqm);
        if (about === undefined) throw new Error('unknown discipline');
        for (const isForAll of [true, false])
          for (const { controls, advanced } of controlGroups(CATALOG, about, facts, preset.scenario, {
            lane,
            isForAll,
          }))
            for (const { path, value, baseline } of [...controls, ...advanced])
              if (value !== baseline) changed.push(`${path}: ${baseline} -> ${value}`);
      }
      expect(changed).toEqual([]);
    },
  );
});
