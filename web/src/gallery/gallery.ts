/**
 * Development page: states of the stage in all themes and sizes, and pictures of one decision at successive times. Open
 * /src/gallery/gallery.html on the development server. `?theme=light&width=1250&lanes=4&sheet=match` selects the
 * contents. `sheet=speed` measures the time that a frame takes.
 */

import '../ui/base.css';
import '../ui/fonts.css';
import { PALETTE, type ThemeName } from '../base/palette';
import { binPicture } from '../core/stage/bins/bin-picture';
import { FIFO } from '../core/stage/fifo-picture';
import {
  type FixtureOptions,
  FixtureRun,
  matchSteps,
  missSteps,
  mixedQueue,
  REASON,
  type WaitingPacket,
} from '../core/stage/fixtures';
import { paintStage } from '../core/stage/paint-stage';
import { QueuesRun } from '../core/stage/queues/fixtures';
import { queuePicture } from '../core/stage/queues/queue-picture';
import { StageMemory, type StageMoment, type StageSource } from '../core/stage/stage-memory';
import { applyTheme } from '../ui/theme';

const query = new URLSearchParams(location.search);
const theme: ThemeName = query.get('theme') === 'light' ? 'light' : 'dark';
const width = Number(query.get('width') ?? 800);
const HEIGHTS = [
  [216, 128, 0.158, 432],
  [128, 76.8, 0.092, 264],
  [92, 48, 0.066, 192],
  [84, 40, 0.056, 160],
] as const;
const lanes = Math.min(4, Math.max(1, Number(query.get('lanes') ?? 1)));
const height = laneHeight();
const isCalm = query.has('calm');
applyTheme(document.documentElement, theme);
document.body.style.background = PALETTE[theme].page;
document.body.style.overflow = 'auto';
const root = document.getElementById('gallery') as HTMLElement;
await Promise.all([500, 600, 700].map((weight) => document.fonts.load(`${weight} 16px "Inter Variable"`)));
await document.fonts.load('700 16px "JetBrains Mono Variable"');

const slow = { kind: 'decisions', per_s: 0.8 } as const;
const greedy: WaitingPacket = { packet: 5000, flow: 0 };
const tcp: WaitingPacket = { packet: 5001, flow: 7 };

const sheets: Readonly<Record<string, () => void>> = {
  /** A match, frame by frame. */
  match: () => sheet(84, greedy, 'match', times([120, 300, 430, 560, 690, 770, 900, 1000, 1080, 1160, 1260, 1700])),
  miss: () => sheet(84, tcp, 'miss', times([150, 420, 700, 900, 980, 1060, 1175, 1300])),
  states,
  divergence,
  queues,
  bins,
  speed,
};
(sheets[query.get('sheet') ?? 'states'] ?? states)();
document.body.dataset.ready = 'yes';

/** The times in the query's `at`, such as `at=100,400` [ms]. Without `at`: `all`. */
function times(all: readonly number[]): readonly number[] {
  const at = query.get('at');
  return at === null ? all : at.split(',').map(Number);
}

function sheet(length: number, arrival: WaitingPacket, kind: 'match' | 'miss', times: readonly number[]): void {
  const queue = mixedQueue(length);
  const run = new FixtureRun(queue);
  const memory = new StageMemory();
  const show = stageOf(run, memory);
  show.tick(0);
  // A few packets are dropped earlier, so that the area of dropped packets is not empty.
  for (const [index, reason] of [REASON.early, REASON.forced, REASON.overflow].entries()) {
    run.decide({ packet: 4000 + index, flow: index }, [{ kind: 'drop', place: -1, reason }]);
    for (let ms = 0; ms < 1300; ms += 16) show.tick(16);
  }
  run.serve().serve();
  run.wait(0.005);
  const now = [...mixedQueue(length)].slice(2);
  run.decide(arrival, kind === 'match' ? matchSteps(now) : missSteps(now));
  let passed = 0;
  for (const time of times) {
    for (; passed < time; passed += 5) show.tick(5);
    show.picture(`${time} ms`);
  }
}

function states(): void {
  const pictures: readonly (readonly [string, number, FixtureOptions])[] = [
    ['CHOKeD, full speed', 84, {}],
    ['RED 1993 thresholds', 12, { aqm: 'red', thresholds: [5, 15], average: 9.4 }],
    ['thresholds side by side, average between', 60, { aqm: 'red', thresholds: [40, 42], average: 41 }],
    ['DropTail, full', 100, { aqm: 'drop-tail' }],
    ['empty', 0, { average: 0 }],
    ['limit 20', 13, { limit: 20, thresholds: [5, 15], average: 11.9 }],
    ['limit 250', 190, { limit: 250, thresholds: [60, 180], average: 170 }],
    ['limit 1000', 700, { limit: 1000, thresholds: [250, 750], average: 640 }],
  ];
  for (const [name, length, options] of pictures) {
    const run = new FixtureRun(mixedQueue(length), options);
    const show = stageOf(run, new StageMemory(), { kind: 'time', rate: 1 });
    show.tick(0);
    for (let index = 0; index < 90; index += 1) {
      if (index % 3 === 0 && length > 30) {
        const flow = index % 4 === 0 ? 0 : 1 + (index % 30);
        const place = length - 8 - (index % 20);
        const drop = { kind: 'drop', place: -1, reason: index % 5 === 0 ? REASON.early : REASON.arriving } as const;
        run.decide({ packet: 6000 + index, flow }, [drop]);
        if (index % 2 === 0)
          run.decide({ packet: 7000 + index, flow: 0 }, [
            { kind: 'drop', place, reason: REASON.victim },
            { kind: 'drop', place: -1, reason: REASON.arriving },
          ]);
      }
      show.tick(16);
    }
    show.picture(name);
  }
}

/**
 * Pictures of disciplines with several queues: 6, 34 and 300 queues of one flow each, hash buckets, and two queues. An
 * arrival finds the buffer full; with 34 queues, packets also arrive and leave fast.
 */
function queues(): void {
  const sizes = (count: number) => Array.from({ length: count }, (_, flow) => (flow === 0 ? 14 : (flow * 5) % 4));
  const runs: readonly (readonly [string, QueuesRun])[] = [
    ['6 flows', new QueuesRun(sizes(6))],
    ['34 flows', new QueuesRun(sizes(34))],
    ['300 flows', new QueuesRun(sizes(300), { limit: 500 })],
    ['buckets', new QueuesRun(sizes(60), { view: 'bucket-queues', params: { buckets: 23 } })],
    ['two queues', new QueuesRun(sizes(12), { view: 'two-queues' })],
  ];
  for (const [name, run] of runs) {
    const show = stageOf(run, new StageMemory());
    for (let ms = 0; ms < 400; ms += 16) show.tick(16);
    run.refuse(1).serve();
    for (let ms = 0; ms < 1300; ms += 16) show.tick(16);
    run.serve().serve().arrive(5, { flow: 0, place: 6 });
    for (let ms = 0; ms < 620; ms += 16) show.tick(16);
    show.picture(`${name}: who gives way`);
    if (name !== '34 flows') continue;
    for (let ms = 0; ms < 1300; ms += 16) show.tick(16);
    show.picture(`${name}: after it`);
    const fast = stageOf(run, new StageMemory(), { kind: 'time', rate: 1 });
    for (let index = 0; index < 120; index += 1) {
      for (let count = 0; count < 12; count += 1) run.serve().arrive(1 + ((index * 12 + count * 7) % 33));
      if (index % 9 === 0) run.refuse(0);
      fast.tick(16);
    }
    fast.picture(`${name}: a stream`);
  }
}

/**
 * A grid of bins: two levels of 23, and eight of 16. Some bins have high drop probabilities, and the arrival's bins are
 * framed.
 */
function bins(): void {
  for (const [levels, count] of [
    [2, 23],
    [8, 16],
  ] as const) {
    const base = new FixtureRun(mixedQueue(60), { aqm: 'drop-tail' });
    const own = Array.from({ length: levels }, (_, level) => level * count + ((level * 7 + 3) % count));
    const quantity = base.about.quantities.length;
    base.decide(greedy, [
      ...own.map((value) => ({ kind: 'value', quantity, value }) as const),
      { kind: 'drop', place: -1, reason: REASON.early },
    ]);
    const cells = Array.from({ length: levels * count }, (_, bin) => (own.includes(bin) ? 1 : ((bin * 13) % 9) / 90));
    const run: StageSource = Object.assign(Object.create(base), {
      about: {
        ...base.about,
        quantities: [...base.about.quantities, { id: 'bin', symbol: '', unit: '', meaning: '' }],
      },
      facts: { ...base.facts, params: { ...base.facts.params, levels, bin_size: 13 } },
      latest: {
        ...base.latest,
        bins: {
          probability: Float64Array.from(cells),
          packets: Float64Array.from(cells, (p, bin) => (p === 1 ? 14 : (bin * 5) % 9)),
        },
      },
    });
    const show = stageOf(run, new StageMemory());
    for (let ms = 0; ms < 600; ms += 16) show.tick(16);
    show.picture(`${levels} levels of ${count}`);
  }
}

/** Lanes whose decisions on the same arrival differ from one another. */
function divergence(): void {
  const queue = mixedQueue(84);
  const decisions: readonly (readonly [FixtureOptions, Parameters<FixtureRun['decide']>[1]])[] = [
    [{ aqm: 'choked' }, matchSteps(queue)],
    [{ aqm: 'red' }, [{ kind: 'admit', place: 84 }]],
    [{ aqm: 'red', thresholds: [20, 60] }, [{ kind: 'drop', place: -1, reason: REASON.forced }]],
    [{ aqm: 'red', limit: 60, average: 50 }, [{ kind: 'drop', place: -1, reason: REASON.overflow }]],
  ];
  for (const [options, steps] of decisions.slice(0, Math.max(2, lanes))) {
    const run = new FixtureRun(options.limit === 60 ? queue.slice(0, 60) : queue, options);
    const show = stageOf(run, new StageMemory(), slow, true);
    show.tick(0);
    run.decide(greedy, steps);
    for (let ms = 0; ms < 950; ms += 10) show.tick(10);
    show.picture(options.aqm ?? '');
  }
}

/** Shows how long model and painting take for one frame of all lanes at normal speed [ms]. */
function speed(): void {
  const flows = Number(query.get('flows') ?? 34);
  if (query.has('queues')) {
    queuesSpeed(flows);
    return;
  }
  const stages = Array.from({ length: lanes }, (_, lane) => {
    const run = new FixtureRun(mixedQueue(100, lane + 1, flows), { flows });
    const show = stageOf(run, new StageMemory(), { kind: 'time', rate: 1 });
    show.picture('speed');
    return { run, show };
  });
  let packet = 9000;
  measured(stages, () => {
    for (const { run } of stages) {
      run.serve().serve();
      for (let count = 0; count < 4; count += 1) {
        packet += 1;
        const flow = count === 0 ? 0 : 1 + (packet % (flows - 1));
        if (count < 2) run.decide({ packet, flow }, [{ kind: 'admit', place: 99 }]);
        else
          run.decide({ packet, flow: 0 }, [
            { kind: 'drop', place: 50, reason: REASON.victim },
            { kind: 'drop', place: -1, reason: REASON.arriving },
            { kind: 'admit', place: 98 },
          ]);
      }
    }
  });
}

/** Shows how long frames take with as many queues as flows. */
function queuesSpeed(flows: number): void {
  const sizes = Array.from({ length: flows }, (_, flow) => (flow === 0 ? 40 : 1 + (flow % 4)));
  const stages = Array.from({ length: lanes }, () => {
    const run = new QueuesRun(sizes, { limit: 1000 });
    const show = stageOf(run, new StageMemory(), { kind: 'time', rate: 0.25 });
    show.picture('speed');
    return { run, show };
  });
  measured(stages, (frame) => {
    for (const { run } of stages)
      run
        .serve()
        .arrive(1 + ((frame * 7) % (flows - 1)), { flow: 0, place: 3 })
        .arrive(0);
  });
}

/** Runs `advance` before each frame, and shows how long model and painting take. */
function measured(
  stages: readonly { readonly show: ReturnType<typeof stageOf> }[],
  advance: (frame: number) => void,
): void {
  const times: number[] = [];
  for (let frame = 0; frame < Number(query.get('frames') ?? 900); frame += 1) {
    advance(frame);
    const began = performance.now();
    for (const { show } of stages) {
      show.tick(16);
      show.repaint();
    }
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  const result = document.createElement('p');
  result.id = 'speed';
  result.textContent = `model and painting of a frame, ${lanes} lanes: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`;
  root.append(result);
  console.log(result.textContent);
}

/** Height of a lane for this number of lanes, as in stage.css at a font size of 16 px [px]. */
function laneHeight(): number {
  const [least, base, growth, most] = HEIGHTS[lanes - 1] ?? HEIGHTS[0];
  return Math.round(Math.min(most, Math.max(least, base + width * growth)));
}

function stageOf(run: StageSource, memory: StageMemory, pace: StageMoment['pace'] = slow, isDivergence = false) {
  let now_ms = 0;
  const company = { lanes, places: Math.max(run.facts.limit, lanes > 1 ? 100 : 0) };
  const isBinned = run.latest.bins.probability.length > 0;
  const picture = run instanceof QueuesRun ? queuePicture() : isBinned ? binPicture() : FIFO;
  const layout = picture.layout(run, { x: 0, y: 0, width, height }, company);
  let context: CanvasRenderingContext2D | undefined;
  const style = getComputedStyle(document.documentElement);
  const brush = {
    colours: PALETTE[theme],
    textFamily: style.getPropertyValue('--font-text'),
    monoFamily: style.getPropertyValue('--font-mono'),
  };
  const ratio = window.devicePixelRatio;
  const look = { isCalm, pointedAt: undefined, pointedGroup: undefined, hoveredFlow: undefined, isDivergence };
  const repaint = (): void => {
    if (context !== undefined) paintStage(context, picture.model(run, memory, layout, look), brush, ratio);
  };
  return {
    tick: (ms: number): void => {
      now_ms += ms;
      const moment = { now_ms, isPlaying: true, isBackward: false, pace, isCalm, isHalfway: false };
      memory.observe(run, moment, layout);
      picture.observe(run, memory, moment);
    },
    repaint,
    picture: (name: string): void => {
      const caption = document.createElement('p');
      caption.textContent = name;
      caption.style.cssText = `margin:6px 8px 2px;color:${PALETTE[theme].textFaint};font:12px var(--font-text)`;
      const canvas = document.createElement('canvas');
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      canvas.style.cssText = `display:block;width:${width}px;height:${height}px`;
      const block = document.createElement('div');
      block.style.cssText = 'display:inline-block;margin:4px';
      block.append(caption, canvas);
      root.append(block);
      context = canvas.getContext('2d') ?? undefined;
      repaint();
    },
  };
}
