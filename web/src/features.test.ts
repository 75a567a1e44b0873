/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { group } from 'd3-array';
import { describe, expect, it } from 'vitest';
import { PAGE_KEYS } from './app/shortcuts';
import { workspaceIds } from './core/page/workspaces';
import { tabIds } from './core/session/feature';
import { FEATURES, TABS } from './features';

/** Fields of a link's view that belong to no feature. Tabs must not have these names. */
const TAKEN = ['at_s', 'half', 'speed', 'step', 'solo_lane', 'below', 'packets', 'interval', 'presenter', 'settings'];

/**
 * The names that occur more than once, each with all its owners, such as `h: hall, stopwatch`. Names are keys or ids;
 * owners are features, tabs or the page.
 */
function shared(owners: readonly (readonly [name: string, owner: string])[]): readonly string[] {
  return [...group(owners, ([name]) => name)]
    .filter(([, of]) => of.length > 1)
    .map(([name, of]) => `${name}: ${of.map(([, owner]) => owner).join(', ')}`);
}

describe('the list of features', () => {
  it('contains no id, tab or key twice, or of the page itself', () => {
    const keys = FEATURES.flatMap(({ id, keys = {} }) => Object.keys(keys).map((key) => [key, id] as const));
    const ofPage = Object.keys(PAGE_KEYS).map((key) => [key, 'the page'] as const);
    expect(shared([...ofPage, ...keys])).toEqual([]);
    expect(shared(FEATURES.map(({ id }) => [id, id]))).toEqual([]);
    const taken = [...workspaceIds([]), ...TAKEN].map((id) => [id, 'the page'] as const);
    expect(shared([...taken, ...TABS.map(({ id }) => [id, `the tab ${id}`] as const)])).toEqual([]);
  });

  it('has all its tabs in the document of the public parameters', () => {
    const document = readFileSync(`${import.meta.dirname}/../../docs/public-parameters.md`, 'utf8');
    const [, listed = ''] = /^Workspaces: (.*)\.$/m.exec(document) ?? [];
    expect(listed.match(/[^`, ]+/g)).toEqual(workspaceIds(tabIds(FEATURES)));
  });
});
