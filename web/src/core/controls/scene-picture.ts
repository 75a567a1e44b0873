/**
 * The picture of the scene: senders, links, queue, bottleneck and receivers, computed from facts and controls. Pure.
 */

import { formatNumber, formatValue } from '../../base/format';
import type { Rect } from '../../base/rect';
import { pathThrough } from '../../ui/figure/path';
import type { Ink } from '../../ui/marks/ink';
import { cutTo, textWidth } from '../../ui/marks/text-mark';
import type { Size } from '../../ui/use-size';
import type { FlowGroup, Scenario } from '../border/scenario';
import { linkOf } from '../run/lanes';
import type { Catalog, DisciplineAbout, SceneFacts } from '../run/run-buffer';
import type { Control, ControlGroup } from './control-groups';

/** Content of the picture, without positions. */
export interface SceneParts {
  readonly senders: readonly Sender[];
  readonly queue: Label;
  readonly bottleneck: Label;
  /** In a scene with two links, the link whose queue the lane does not show. Undefined in a scene with one link. */
  readonly other?: OtherParts;
  readonly receivers: Label;
  /** The whole content of the picture in one sentence, for screen readers. */
  readonly sentence: string;
}

interface OtherParts {
  readonly queue: Label;
  readonly bottleneck: Label;
  /** True if packets cross this link before the link of the displayed lane. */
  readonly isBefore: boolean;
}

interface Sender extends Label {
  readonly colour: Ink;
  /** The link whose queue the packets reach first. */
  readonly entry: 1 | 2;
  readonly link: Label;
  /** Label of the receivers of these flows. */
  readonly receivers: Label;
}

interface Label {
  readonly key: string;
  readonly lines: readonly [string, string];
  /** The setting that a click on the label leads to. Undefined if the panel does not have it. */
  readonly to?: Pick<Control, 'path' | 'spec'> | undefined;
}

/** A label with its position [px]. */
export interface PlacedPart extends Label, Rect {
  /** Vertical centres of the two lines of text [px]. */
  readonly rows: readonly [number, number];
  readonly isBox: boolean;
  /** Colour of the bar at the edge of a box of senders: the class of their flows. */
  readonly colour?: Ink;
}

export interface SceneDrawing {
  readonly height: number;
  readonly parts: readonly PlacedPart[];
  readonly wires: readonly { readonly path: string; readonly isThick: boolean }[];
  /** Packets drawn in the box of each queue, so that it looks like a queue: left edges, top and size [px]. */
  readonly slots: readonly QueueSlots[];
}

interface QueueSlots {
  readonly x: readonly number[];
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Maximum number of rows of flow groups. All further groups share the last row. */
const MOST_ROWS = 6;

export function sceneParts(
  catalog: Pick<Catalog, 'transports' | 'sources' | 'disciplines'>,
  about: Pick<DisciplineAbout, 'name'>,
  facts: SceneFacts,
  groups: readonly ControlGroup[],
): SceneParts {
  const { scenario } = facts;
  const controls = new Map(
    groups.flatMap((group) => [...group.controls, ...group.advanced]).map((control) => [control.path, control]),
  );
  const inForce = (path: string, otherwise: number): number => {
    const value = controls.get(path)?.value;
    return typeof value === 'number' ? value : otherwise;
  };
  const linkWords = (rate_bps: number, delay_s: number): [string, string] => [
    formatValue(rate_bps, 'bit/s'),
    formatValue(delay_s, 's'),
  ];

  const senderOf = (flows: FlowGroup, place: number): Sender => {
    const at = (id: string): string => `flows.${place}.${id}`;
    const isUdp = flows.transport === 'udp';
    const count = inForce(at('count'), flows.count);
    const rate = controls.get(at('rate_bps'));
    const transport = catalog.transports.find(({ id }) => id === flows.transport)?.name ?? flows.transport;
    const source = catalog.sources.find(({ id }) => id === flows.source)?.name ?? flows.source;
    const sent = rate === undefined ? '' : `, ${formatValue(Number(rate.value), 'bit/s')}${count > 1 ? ' each' : ''}`;
    const own = (id: 'rate_bps' | 'delay_s'): string =>
      flows[`access_${id}`] === undefined && controls.has(`access.${id}`) ? `access.${id}` : at(`access_${id}`);
    return {
      key: `senders ${place}`,
      lines: [`${count} × ${isUdp ? 'UDP' : `TCP ${transport}`}`, `${source}${sent}${routeWords(facts, flows)}`],
      entry: facts.other_link !== null && flows.route === 'second' ? 2 : 1,
      to: (isUdp ? rate : undefined) ?? controls.get(at('count')),
      colour: isUdp ? 'unresponsive' : 'responsive',
      link: {
        key: `link ${place}`,
        lines: linkWords(
          inForce(own('rate_bps'), flows.access_rate_bps ?? scenario.access.rate_bps),
          inForce(own('delay_s'), flows.access_delay_s ?? scenario.access.delay_s),
        ),
        // If the group has its own delay but no rate of its own, a click leads to the delay; otherwise it leads to the
        // rate.
        to: controls.get(
          own(flows.access_rate_bps === undefined && flows.access_delay_s !== undefined ? 'delay_s' : 'rate_bps'),
        ),
      },
      receivers: { key: `receivers ${place}`, lines: receiversBehind(count, lossWords(flows)) },
    };
  };

  const all = scenario.flows.map(senderOf);
  const last = all.slice(MOST_ROWS - 1);
  const rest = scenario.flows.slice(MOST_ROWS - 1).reduce((sum, { count }) => sum + count, 0);
  const [first] = last;
  const senders =
    all.length <= MOST_ROWS || first === undefined
      ? all
      : [
          ...all.slice(0, MOST_ROWS - 1),
          {
            ...first,
            lines: [`${last.length} more groups`, `${rest} flows`] as const,
            colour: 'textSoft' as const,
            link: { ...first.link, lines: ['', ''] as const, to: undefined },
            receivers: { ...first.receivers, lines: receiversOf(rest) },
          },
        ];
  const limit = [...controls.values()].find(({ path }) => /^(queue|lanes\.\d+)\.params\.limit$/.test(path));
  const capacity = controls.get('bottleneck.capacity_bps');
  const queue: Label = {
    key: 'queue',
    lines: [about.name, `Queue, ${formatValue(facts.limit, 'packets')}`],
    to: limit,
  };
  const link = linkOf(facts);
  const near = { rate: capacity, delay_s: inForce('bottleneck.delay_s', scenario.bottleneck.delay_s) };
  const far = {
    rate: controls.get('second.second_capacity_bps'),
    delay_s: inForce('second.second_delay_s', scenario.second?.second_delay_s ?? 0),
  };
  const [own, beyond] = link === 2 ? ([far, near] as const) : ([near, far] as const);
  const bottleneck: Label = {
    key: 'bottleneck',
    lines: linkWords(facts.capacity_bps, own.delay_s),
    to: own.rate,
  };
  const other = otherParts(catalog, facts, beyond);
  const flows = scenario.flows.reduce((sum, { count }, place) => sum + inForce(`flows.${place}.count`, count), 0);
  const paths = pathWords(scenario);
  const sent = all.map(({ lines, link }) => `${lines.join(' (')}) over links of ${link.lines.join(' and ')}`);
  return {
    senders,
    queue,
    bottleneck,
    ...(other === undefined ? {} : { other }),
    receivers: { key: 'receivers', lines: [receiversOf(flows).join(' '), paths.short] },
    sentence: `Senders: ${sent.join('; ')}. ${queue.lines.join(', ')}. Bottleneck: ${bottleneck.lines.join(', ')}. ${otherSentence(other)}${receiversOf(flows).join(' ')}, with links as on the senders’ side${paths.sentence}.`,
  };
}

/** The links that the flows cross, if they do not cross all: ", link 2 only". */
function routeWords({ other_link }: SceneFacts, { route = 'both' }: FlowGroup): string {
  return other_link === null || route === 'both' ? '' : `, link ${route === 'first' ? 1 : 2} only`;
}

/** In a scene with two links, the link whose queue the lane does not show, with the control of its rate. */
function otherParts(
  { disciplines }: Pick<Catalog, 'disciplines'>,
  facts: SceneFacts,
  { rate, delay_s }: { readonly rate: Control | undefined; readonly delay_s: number },
): OtherParts | undefined {
  const { other_link: link } = facts;
  if (link === null) return undefined;
  return {
    queue: {
      key: 'other queue',
      lines: [
        disciplines.find(({ id }) => id === link.aqm)?.name ?? link.aqm,
        `Queue, ${formatValue(link.limit, 'packets')}`,
      ],
    },
    bottleneck: {
      key: 'other bottleneck',
      lines: [formatValue(link.capacity_bps, 'bit/s'), formatValue(delay_s, 's')],
      to: rate,
    },
    isBefore: linkOf(facts) === 2,
  };
}

function otherSentence(other: OtherParts | undefined): string {
  if (other === undefined) return '';
  const { queue, bottleneck, isBefore } = other;
  const place = isBefore ? 'Link 1, before it' : 'Link 2, after it';
  return `${place}: ${[...queue.lines, ...bottleneck.lines].join(', ')}. `;
}

/** Losses and jitter between the bottleneck and a group's receivers. Empty if there are none. */
function lossWords({ random_loss = 0, ack_loss = 0, jitter_s = 0 }: FlowGroup): string {
  const words = [
    random_loss > 0 ? `${percent(random_loss)} lost` : '',
    ack_loss > 0 ? `${percent(ack_loss)} of ACKs lost` : '',
    jitter_s > 0 ? `jitter ${formatValue(jitter_s, 's')}` : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}

function percent(share: number): string {
  return `${formatNumber(share * 100)} %`;
}

function receiversBehind(count: number, losses: string): readonly [string, string] {
  const [, noun] = receiversOf(count);
  return losses === '' ? receiversOf(count) : [noun, losses];
}

/** Text about the links after the bottleneck and the path of the acknowledgements, for all flows together. */
function pathWords({ flows, reverse }: Scenario): { readonly short: string; readonly sentence: string } {
  const losses = [...new Set(flows.map(lossWords).filter((words) => words !== ''))];
  const rate = reverse?.ack_rate_bps ?? 0;
  const shared = rate > 0 ? [`ACKs share ${formatValue(rate, 'bit/s')}`] : [];
  const parts = [...losses, ...shared];
  return {
    short: parts.length === 0 ? 'links as on the senders’ side' : parts.join('; '),
    sentence: parts.map((part) => `; ${part}`).join(''),
  };
}

function receiversOf(count: number): readonly [string, string] {
  return [String(count), count === 1 ? 'receiver' : 'receivers'];
}

/** Smallest width at which the picture is horizontal [em]. */
const LYING = 50;
const ROW = 3.4;
const GAP = 0.9;
/** Width of the label with the rate and the delay of a link [em]. */
const LINK = 5.6;
/** Width of the row of packets that is drawn in the queue beside the name of the discipline [em]. */
const SLOTS = 1.9;

type Box = Omit<PlacedPart, keyof Label | 'rows'>;

/** The picture for a given width: horizontal if it fits, otherwise upright. */
export function sceneDrawing(parts: SceneParts, { width, fontSize }: Omit<Size, 'height'>): SceneDrawing {
  return width >= LYING * fontSize && parts.other === undefined
    ? lying(parts, width, fontSize)
    : upright(parts, width, fontSize);
}

/**
 * Upright picture: a row for each group, and a line at the right that leads down to the queue, bottleneck and
 * receivers. With two links, the groups that enter at the second link come after the first link.
 */
function upright(parts: SceneParts, width: number, em: number): SceneDrawing {
  const row = ROW * em;
  const placed: PlacedPart[] = [];
  const wires: { path: string; isThick: boolean }[] = [];
  const slots: QueueSlots[] = [];
  let y = 1;
  /** Places the rows of the groups that enter at a link, and the line from these rows to the queue of the link. */
  const placeSenders = (senders: readonly Sender[], left: number): void => {
    const trunk = width - em * 0.75;
    const wide = width - left - (LINK + 1.25) * em;
    const from = y + row / 2;
    for (const sender of senders) {
      placed.push(at(sender, { x: left, y, width: wide, height: row, isBox: true, colour: sender.colour }, em));
      placed.push(at(sender.link, { x: left + wide + em * 0.25, y, width: LINK * em, height: row, isBox: false }, em));
      wires.push(thin([left + wide, y + row / 2], [trunk, y + row / 2]));
      y += row + GAP * em;
    }
    y += GAP * em;
    if (senders.length > 0) wires.push(thin([trunk, from], [trunk, y]), arrow(trunk, y, em));
  };
  const placeQueue = (queue: Label): void => {
    const box = at(queue, { x: 1, y, width: width - 2, height: row, isBox: true }, em);
    placed.push(box);
    slots.push(slotsIn(box, em));
    y += row;
  };
  /** The line that leads down from a link's queue, with the link's label. */
  const placeLink = (link: Label, x: number, name: string): void => {
    wires.push({
      path: pathThrough([
        [x, y + 1],
        [x, y + row],
      ]),
      isThick: true,
    });
    placed.push(
      at(named(link, name), { x: x + em * 0.75, y: y + em * 0.2, width: 14 * em, height: row, isBox: false }, em),
    );
    y += row + em * 0.4;
  };

  const middle = width / 2 - LINK * em * 0.5;
  const own = { queue: parts.queue, bottleneck: parts.bottleneck };
  const { other } = parts;
  if (other === undefined) {
    placeSenders(parts.senders, 1);
    placeQueue(own.queue);
    placeLink(own.bottleneck, middle, 'Bottleneck');
  } else {
    const [first, second] = other.isBefore ? [other, own] : [own, other];
    const late = parts.senders.filter(({ entry }) => entry === 2);
    placeSenders(
      parts.senders.filter(({ entry }) => entry === 1),
      1,
    );
    placeQueue(first.queue);
    // If flows enter at the second link, the line that stands for the first link passes to the left of the rows of
    // these flows.
    const left = late.length > 0 ? em : middle;
    const top = y;
    placeLink(first.bottleneck, left, 'Link 1');
    if (late.length > 0) {
      placeSenders(late, 2 * em);
      wires.push({
        path: pathThrough([
          [left, top + row],
          [left, y - em * 0.4],
        ]),
        isThick: true,
      });
    }
    wires.push(arrow(left, y, em));
    placeQueue(second.queue);
    placeLink(second.bottleneck, middle, 'Link 2');
  }
  wires.push(arrow(middle, y, em));
  placed.push(at(parts.receivers, { x: 1, y, width: width - 2, height: row, isBox: true }, em));
  return { height: y + row + 1, parts: placed, wires, slots };
}

/**
 * Horizontal picture (the dumbbell topology): senders on the left, receivers on the right, the queue and the bottleneck
 * in the middle.
 */
function lying(parts: SceneParts, width: number, em: number): SceneDrawing {
  const row = ROW * em;
  const step = row + GAP * em;
  const [left, box, right] = [15 * em, 13 * em, 6.6 * em];
  const free = width - left - box - right;
  const [ways, across] = [free * 0.27, free * 0.46];
  const height = Math.max(2, parts.senders.length) * step;
  const middle = height / 2;
  const top = middle - (parts.senders.length * step - GAP * em) / 2;
  const queueAt = left + ways;
  const far = queueAt + box + across;
  const placed: PlacedPart[] = [];
  const wires: { path: string; isThick: boolean }[] = [];
  for (const [place, sender] of parts.senders.entries()) {
    const y = top + place * step;
    const bent = (from: number, to: number, inner: number) =>
      ({
        path: pathThrough([
          [from, y + row / 2],
          [inner, y + row / 2],
          [to, middle],
        ]),
        isThick: false,
      }) as const;
    placed.push(at(sender, { x: 1, y, width: left - 1, height: row, isBox: true, colour: sender.colour }, em));
    const near = { y, width: LINK * em, height: row, isBox: false };
    placed.push(at(sender.link, { ...near, x: left + em * 0.25 }, em));
    const end = width - right;
    placed.push(
      at(
        { ...sender.link, key: `far ${place}`, to: undefined },
        { ...near, width: (LINK - 0.5) * em, x: end - (LINK - 0.5) * em },
        em,
      ),
    );
    placed.push(at(sender.receivers, { x: end, y, width: right - 1, height: row, isBox: true }, em));
    wires.push(bent(left, queueAt, left + LINK * em), bent(end, far, end - LINK * em));
  }
  const queue = at(parts.queue, { x: queueAt, y: middle - row / 2, width: box, height: row, isBox: true }, em);
  placed.push(
    queue,
    at(
      named(parts.bottleneck, 'Bottleneck'),
      { x: queueAt + box + em * 0.5, y: middle - row / 2, width: across - em, height: row, isBox: false },
      em,
    ),
  );
  wires.push({
    path: pathThrough([
      [queueAt + box, middle],
      [far, middle],
    ]),
    isThick: true,
  });
  return { height, parts: placed, wires, slots: [slotsIn(queue, em)] };
}

function named({ lines: [rate, delay], ...label }: Label, name: string): Label {
  return { ...label, lines: [name, `${rate}, ${delay}`] };
}

/**
 * A label at its position, shortened to the width of its box. A link has one line of text above the wire and one below.
 */
function at({ lines, ...label }: Label, box: Box, em: number): PlacedPart {
  const room = box.width - (box.isBox ? 1.4 * em : 0);
  const first = label.key.endsWith('queue') ? room + (0.3 - SLOTS) * em : room;
  const cut = (text: string, most: number, weight: number): string =>
    cutTo(text, most, (of) => textWidth(of, em, 'text', weight));
  const middle = box.y + box.height / 2;
  return {
    ...label,
    ...box,
    lines: [cut(lines[0], first, box.isBox ? 600 : 400), cut(lines[1], room, 400)],
    rows: [middle - em * 0.75, middle + em * 0.8],
  };
}

function slotsIn({ x, width, rows }: PlacedPart, em: number): QueueSlots {
  const step = SLOTS / 4;
  const from = x + width - em * 0.4;
  return {
    x: Array.from({ length: 3 }, (_, place) => from - (place + 1) * step * em),
    y: rows[0] - em * 0.5,
    width: em * step * 0.6,
    height: em,
  };
}

function thin(...points: readonly (readonly [number, number])[]): { path: string; isThick: boolean } {
  return { path: pathThrough(points), isThick: false };
}

/** An arrowhead at the end of a wire, drawn as two strokes. */
function arrow(x: number, y: number, em: number): { path: string; isThick: boolean } {
  const side = em * 0.4;
  return thin([x - side, y - side], [x, y], [x + side, y - side]);
}
