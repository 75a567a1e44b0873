/** Tests the published JSON schema of presets, which editors use. */
/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../../../presets/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));

const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
  read('schema/preset.schema.json') as object,
);

it('the schema accepts every preset', () => {
  const presets = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  expect(presets.length).toBeGreaterThan(0);
  const refused = presets.filter((name) => !validate(read(name)));
  expect(refused).toEqual([]);
});

it('the schema refuses an unknown setting', () => {
  const preset = read('choked-model1.json') as { scenario: { bottleneck: object } };
  preset.scenario.bottleneck = { ...preset.scenario.bottleneck, capacity: 1 };
  expect(validate(preset)).toBe(false);
  expect(validate.errors?.[0]?.instancePath).toBe('/scenario/bottleneck');
});

it('the schema contains the parameters of each discipline, and their ranges', () => {
  const preset = read('choked-model1.json') as { scenario: { lanes: object[] } };
  const isRight = (aqm: string, params: object): boolean => {
    preset.scenario.lanes = [{ aqm, params }];
    return validate(preset);
  };
  // The value is inside the range of this discipline, but outside that of another discipline with the same parameter
  // id.
  expect(isRight('rem', { update_s: 5 })).toBe(true);
  expect(isRight('pie', { update_s: 5 })).toBe(false);
  expect(isRight('red', { max_th: 80 })).toBe(true);
  expect(isRight('drop-tail', { max_th: 80 })).toBe(false);
  expect(isRight('script', { share: 0.3 })).toBe(true);
});
