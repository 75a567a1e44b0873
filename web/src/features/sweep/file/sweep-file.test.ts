import { describe, expect, it, vi } from 'vitest';
import { viewStore } from '../../../core/page/view-store';
import { sceneStore } from '../../../core/scene/scene-store';
import type { Opening } from '../../../core/session/opening';
import { testSweepRunner } from '../../../testing/runner';
import { PRESET, type StartedSession, started } from '../../../testing/session';
import { SMALL_FORM, SWEPT_SCENE } from '../../../testing/sweep-fixtures';
import { SWEEP } from '../feature';
import { definitionOf, lanesOfForm, readForm, type SweepForm } from '../sweep-form';
import { formOfFile, takeSweepFile } from './sweep-file';

/** The sample of `docs/exploring.md`. */
const SAMPLE = {
  schema: 1,
  scene: 'choked-model1',
  over: [{ path: 'flows.0.rate_bps', from: 1e5, to: 1e7, count: 5, scale: 'log' }],
  lanes: ['red', 'choke'],
  seeds: 5,
  metrics: ['udp_utilization', 'jain_index'],
};

const given = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** The form that a file fills in, or the file's problems. */
async function formIn(content: unknown, lab?: StartedSession): Promise<SweepForm | undefined | readonly string[]> {
  const { session } = lab ?? (await started());
  const problems = await takeSweepFile(given(content), session.inside, testSweepRunner());
  if (problems.length > 0) return problems.map(({ path, problem }) => `${path}: ${problem}`);
  return readForm(viewStore.getState().settings.sweep);
}

describe('a sweep file', () => {
  it('opens its scene in Explore and fills the form, as the command line would run it', async () => {
    const form = await formIn(SAMPLE);
    expect(form).toEqual({
      axes: SAMPLE.over,
      lanes: SAMPLE.lanes,
      seeds: 5,
      metrics: SAMPLE.metrics,
      view: { metric: 'udp_utilization' },
    });
    const { workspace } = viewStore.getState();
    const { scenario, preset } = sceneStore.getState();
    expect([workspace, scenario?.id, preset?.scenario.id]).toEqual(['sweep', 'choked-model1', PRESET.scenario.id]);
    expect(scenario?.lanes.map(({ aqm }) => aqm)).toEqual(['red', 'choke']);
  });

  it('is the same after it was saved by the page', async () => {
    const definition = definitionOf(SMALL_FORM, SWEPT_SCENE);
    expect(await formIn(definition)).toEqual(SMALL_FORM);
    expect(await formIn({ chokepoint_sweep: 1, definition, columns: [], rows: [] })).toEqual(SMALL_FORM);
  });

  it('keeps derived and coupled settings, conditions, the compared lane and ranges of metrics', async () => {
    const form = await formIn({
      ...SAMPLE,
      over: [
        {
          paths: ['limit', 'min_th'],
          values: [
            [50, 10],
            [100, 20],
          ],
        },
      ],
      derive: { max_th: '0.6 * limit' },
      where: ['min_th < max_th'],
      against: 'red',
      metrics: ['flow_throughput_bps:1..3'],
    });
    expect(form).toMatchObject({
      axes: [
        {
          path: 'queue.params.limit',
          values: [50, 100],
          coupled: [{ path: 'queue.params.min_th', values: [10, 20] }],
        },
      ],
      derive: { 'queue.params.max_th': '0.6 * limit' },
      where: ['min_th < max_th'],
      against: 'red',
      metrics: ['flow_throughput_bps:1..3'],
      view: { metric: 'flow_throughput_bps:1', against: 'red' },
    });
  });

  it('keeps its figures', async () => {
    const runner = await testSweepRunner()(new AbortController().signal);
    const read = await runner.read(given(definitionOf(SMALL_FORM, SWEPT_SCENE)));
    runner.close();
    const figures = { one: { kind: 'box' } };
    expect(formOfFile({ ...SAMPLE, figures }, read)).toMatchObject({ figures });
  });

  it('of several scenes opens the first and runs all of them', async () => {
    const wide = { ...SWEPT_SCENE, bottleneck: { ...SWEPT_SCENE.bottleneck, capacity_bps: 4e6 } };
    const scenes = [{ scene: 'choked-model1' }, { name: 'wide', scene: wide }];
    const form = (await formIn({ ...SAMPLE, scene: undefined, scenes })) as SweepForm;
    expect(form.scenes?.map(({ name }) => name)).toEqual(['choked-model1', 'wide']);
    expect([form.axes, form.lanes, lanesOfForm(form)?.length]).toEqual([SAMPLE.over, undefined, 2]);
    expect(sceneStore.getState().scenario?.id).toBe('choked-model1');
    const runner = await testSweepRunner()(new AbortController().signal);
    const { facts } = await runner.open(JSON.stringify(definitionOf(form, SWEPT_SCENE)));
    expect(facts.axes[0]).toMatchObject({ path: 'scene', values: ['choked-model1', 'wide'] });
    expect(facts.points).toBe(2 * 5);
    const last = await runner.scene(facts.points - 1);
    runner.close();
    expect(last.bottleneck.capacity_bps).toBe(4e6);
    expect(await formIn(definitionOf(form, SWEPT_SCENE))).toEqual(form);
  });

  it('keeps its rule for further seeds', async () => {
    const until = { metric: 'udp_utilization', relative_half_width: 0.02 };
    expect(await formIn({ ...SAMPLE, until })).toMatchObject({ seeds: 5, until });
  });

  it('that the page cannot run is refused with the command that can, and changes nothing', async () => {
    const lab = await started();
    const before = sceneStore.getState().scenario;
    const scenes = [{ scene: 'choked-model1' }, { scene: 'mine.json' }];
    const several = await formIn({ ...SAMPLE, scene: undefined, scenes }, lab);
    expect(several).toEqual([expect.stringMatching(/^scenes\.1\.scene: "mine.json" is not .*chokepoint sweep FILE/)]);
    const script = { aqm: 'script', script: 'fn enqueue(packet) { drop("overflow"); }', params: {} };
    const scripted = [{ name: 'own', scene: { ...SWEPT_SCENE, lanes: [script] } }];
    const ofScripts = await formIn({ over: SAMPLE.over, metrics: ['utilization'], scenes: scripted }, lab);
    expect(ofScripts).toEqual([
      expect.stringMatching(/^sweep: has several scenes with scripts.*chokepoint sweep FILE/),
    ]);
    const fromFile = await formIn({ ...SAMPLE, scene: 'mine.json' }, lab);
    expect(fromFile).toEqual([
      expect.stringMatching(/^scene: "mine.json" is not a scene of this page; .*chokepoint sweep/),
    ]);
    expect(sceneStore.getState().scenario).toBe(before);
  });

  it('that is wrong is refused with the messages of the engine', async () => {
    const lab = await started();
    const wrong = await formIn({ ...SAMPLE, over: [{ path: 'rate', values: [1] }], metrics: ['sped'] }, lab);
    expect(wrong).toEqual([expect.stringMatching(/^over\.0\.path: /), expect.stringMatching(/^metrics\.0: /)]);
    expect(await formIn('{ "scene": "choked-model1", "seeds": }', lab)).toEqual([
      expect.stringMatching(/is not JSON at seeds: .* line 1 column \d+/),
    ]);
    expect(await formIn({ ...SAMPLE, lanes: undefined, swept: 1 }, lab)).toEqual([
      expect.stringMatching(/^swept: is unknown/),
    ]);
  });

  it('with a script of another author opens only if the user allows it', async () => {
    const { session } = await started();
    const script = { aqm: 'script', script: 'fn enqueue(packet) { drop("overflow"); }', params: {} };
    const scene = { ...SWEPT_SCENE, lanes: [script] };
    const open = vi.fn((parse: (signal: AbortSignal) => Promise<Opening>) =>
      parse(new AbortController().signal).then(({ scripts }) => {
        expect(scripts).toBe('ask');
        return 'declined' as const;
      }),
    );
    const text = given({ scene, over: SAMPLE.over, metrics: ['utilization'] });
    const problems = await takeSweepFile(text, { parser: session.inside.parser, open }, testSweepRunner());
    expect([problems, open.mock.calls.length]).toEqual([[], 1]);
  });

  it('is recognised by its content', () => {
    const holds = SWEEP.file?.holds ?? (() => false);
    expect([SAMPLE, { over: [] }, { scenes: [] }].map(given).every(holds)).toBe(true);
    const titled = { ...SWEPT_SCENE, title: 'the "scene": a title' };
    expect([given(titled), given(PRESET), '"scene": 1', '{}'].some(holds)).toBe(false);
  });
});
