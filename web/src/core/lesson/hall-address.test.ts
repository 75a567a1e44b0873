/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import encodeQR from 'qr';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import type { Preset, Scenario, SettingValue } from '../border/scenario';
import { settingAt, withSetting } from '../scene/edit';
import { BadHallAddress, hallFragmentOf, isLink, laneAlone, readHallFragment, sceneOf } from './hall-address';
import { metricsOf } from './hall-question';

const FOLDER = new URL('../../../../presets/', import.meta.url);
const PRESETS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => (JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Preset).scenario);
const HOST = 'https://chokepoint.example/#';
const LONGEST = 200;

/** Four changes made in the panel, with long names and values of many digits. */
const FOUR: readonly (readonly [string, SettingValue])[] = [
  ['flows.0.packet_bytes', 1250],
  ['bottleneck.capacity_bps', 1_234_567],
  ['duration_s', 234.375],
  ['queue.params.limit', 123],
];

function changed(scene: Scenario, changes: typeof FOUR): Scenario {
  return changes.reduce((edited, [path, value]) => withSetting(edited, path, value), scene);
}

function readScene(fragment: string): { metric: string; scene: Scenario } {
  const address = readHallFragment(fragment);
  if (address.kind !== 'scene') throw new Error(fragment);
  return { metric: address.metric, scene: sceneOf(address, PRESETS) };
}

describe('the address of an audience poll', () => {
  it('has at most 200 characters for every preset with four changes, for every quantity and lane', () => {
    for (const preset of PRESETS) {
      const four = changed(preset, FOUR);
      for (const lane of preset.lanes.keys()) {
        const scene = laneAlone(four, lane);
        for (const { id } of metricsOf(scene)) {
          const address = `${HOST}${hallFragmentOf(id, scene, preset)}`;
          expect(address.length, address).toBeLessThanOrEqual(LONGEST);
        }
      }
    }
  });

  it('opens the same scene again, with its timed changes', () => {
    for (const preset of PRESETS) {
      const interventions = [...preset.interventions, { at_s: 4.216_340_1, path: 'queue.params.limit', value: 99 }];
      const scene = laneAlone({ ...changed(preset, FOUR), interventions }, preset.lanes.length - 1);
      const fragment = hallFragmentOf('utilization', scene, preset);
      expect(fragment, preset.id).toBeDefined();
      expect(readScene(fragment ?? '')).toEqual({ metric: 'utilization', scene });
    }
  });

  it('contains no seed, since every phone uses its own', () => {
    const [preset] = PRESETS;
    if (preset === undefined) throw new Error('no presets');
    const scene = laneAlone({ ...preset, seed: 77 }, 0);
    expect(hallFragmentOf('utilization', scene, preset)).toBe(
      hallFragmentOf('utilization', laneAlone(preset, 0), preset),
    );
  });

  it('can name disciplines that the preset does not show, and parameters of one lane', () => {
    const preset = PRESETS.find(({ id }) => id === 'first-choke');
    if (preset === undefined) throw new Error('no first-choke');
    const lanes = [{ aqm: 'codel', params: { target_s: 0.01 } }];
    const fragment = hallFragmentOf('utilization', { ...preset, lanes }, preset) ?? '';
    expect(fragment).toBe('hall.1.utilization.codel/first-choke~l.target_s=0.01');
    expect(readScene(fragment).scene.lanes).toEqual(lanes);
  });

  it('does not exist for a scene with more than a few changes, which needs a link', () => {
    const preset = PRESETS.find(({ id }) => id === 'first-choke');
    if (preset === undefined) throw new Error('no first-choke');
    expect(hallFragmentOf('utilization', { ...preset, flows: preset.flows.slice(1) }, preset)).toBeUndefined();
    expect(hallFragmentOf('utilization', { ...preset, title: 'My scene' }, preset)).toBeUndefined();
    expect(isLink('1.AUEAvv')).toBe(true);
    expect(PRESETS.some(({ id }) => isLink(id))).toBe(false);
  });

  it('is refused with a reason if it is damaged', () => {
    const messageOf = (fragment: string): string => {
      try {
        readScene(fragment);
        return 'read';
      } catch (problem) {
        if (!(problem instanceof BadHallAddress)) throw problem;
        return problem.message;
      }
    };
    expect(messageOf('hall.1.jain_index.choke/nothing-of-that-name')).toContain('nothing-of-that-name');
    expect(messageOf('hall.1.jain_index.choke/first-choke~f0.rate_pbs.x=4')).toContain('not a setting of the scene');
    expect(messageOf('hall.1.jain_index.choke/first-choke~q.max_th')).toContain('not a setting of the scene');
    expect(messageOf('hall.1.jain_index/first-choke')).toContain('missing');
    expect(messageOf('hall.2.jain_index.choke/first-choke')).toContain('newer version');
    expect(messageOf(`hall.1.${'x'.repeat(40_000)}`)).toContain('40007 characters');
  });

  it('ends in /hall for a step of a lesson', () => {
    expect(readHallFragment('lesson.1.one-packet/3/hall')).toEqual({ kind: 'lesson', lesson: 'lesson.1.one-packet/3' });
  });

  it('can be read from its QR code', () => {
    const preset = PRESETS.find(({ id }) => id === 'choked-model1');
    if (preset === undefined) throw new Error('no choked-model1');
    const scene = laneAlone(changed(preset, FOUR), 0);
    const address = `${HOST}${hallFragmentOf('udp_utilization', scene, preset)}`;
    expect(settingAt(scene, 'queue.params.limit')).toBe(123);
    const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 4 });
    expect(decodeQR(pictureOf(modules))).toBe(address);
  });
});

/** Picture of a QR code with four pixels for each module, black on white. */
function pictureOf(modules: readonly (readonly boolean[])[]): { width: number; height: number; data: Uint8Array } {
  const scale = 4;
  const size = modules.length * scale;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return { width: size, height: size, data };
}
