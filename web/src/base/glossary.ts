/**
 * What the words on the page mean: the one list of them. `Term` explains one where it stands, `Terms` marks those that a text
 * speaks of. Settings and reasons are explained by the engine's own catalog.
 */

interface GlossaryEntry {
  readonly term: string;
  /** Other ways in which texts write it: regular expressions, whole words; small letters stand for either. */
  readonly written?: readonly string[];
  /** One sentence. */
  readonly meaning: string;
  readonly unit?: string;
  /** Where it is defined. */
  readonly source?: string;
}

const WORDS = {
  aqm: {
    term: 'AQM',
    written: ['active queue management'],
    meaning:
      'Active queue management: dropping or marking packets before the buffer is full, so that senders slow down in time.',
    source: 'RFC 7567',
  },
  discipline: {
    term: 'queue discipline',
    written: ['disciplines?'],
    meaning: 'The rule by which a queue admits, drops, marks and orders its packets.',
  },
  queue: { term: 'queue', meaning: 'Packets that have arrived and wait for the link.', unit: 'packets' },
  average: {
    term: 'average queue',
    written: ['average queue', 'needle'],
    meaning:
      'The length of the queue as RED remembers it: each arrival moves it a small part w_q of the way to the present length.',
    unit: 'packets',
    source: 'Floyd and Jacobson 1993',
  },
  buffer: {
    term: 'buffer',
    meaning: 'The room for waiting packets: what arrives when it is full is lost.',
    unit: 'packets',
  },
  bufferbloat: {
    term: 'bufferbloat',
    meaning: 'Delay that comes from a buffer which is large and always full.',
    source: 'Gettys and Nichols 2011',
  },
  dropTail: {
    term: 'drop-tail',
    written: ['drop-?tail'],
    meaning: 'No management at all: packets are admitted until the buffer is full, and dropped then.',
  },
  year: {
    term: 'year beside a discipline',
    meaning: 'When the rule was published, or first described under this name; the citation stands in the catalogue.',
  },
  tcp: {
    term: 'TCP',
    meaning: 'A sender that slows down when its packets are lost or marked: a responsive flow.',
    source: 'RFC 5681',
  },
  udp: {
    term: 'UDP',
    meaning: 'Here: a sender at a rate of its own, whatever becomes of its packets: an unresponsive flow.',
    source: 'RFC 768',
  },
  unresponsive: {
    term: 'unresponsive',
    written: ['unresponsive', 'greedy'],
    meaning: 'A flow that does not slow down when its packets are dropped; orange, with a diamond.',
    source: 'Floyd and Fall 1999',
  },
  flow: { term: 'flow', meaning: 'The packets of one sender to one receiver.' },
  match: {
    term: 'match',
    written: ['match(?:es|ed)?'],
    meaning: 'A packet drawn from the queue is of the same flow as the arrival: CHOKe and its relatives drop both.',
    source: 'Pan, Prabhakar and Psounis 2000',
  },
  draw: {
    term: 'draw',
    written: ['draws?', 'drawn'],
    meaning: 'Choosing a waiting packet at random, to compare its flow with that of the arrival.',
    source: 'Pan, Prabhakar and Psounis 2000',
  },
  throughput: {
    term: 'throughput',
    meaning: 'Bits that get through the link, headers and repetitions included, divided by the time.',
    unit: 'Mb/s',
  },
  goodput: {
    term: 'goodput',
    meaning: 'Throughput without what was sent again: only what arrived in order for the first time.',
    unit: 'Mb/s',
  },
  fairShare: {
    term: 'fair share',
    written: ['fair shares?'],
    meaning: 'The capacity of the link divided by the number of flows.',
    unit: 'Mb/s',
  },
  jain: {
    term: 'Jain index',
    written: ['Jain(?: index| fairness)?'],
    meaning:
      'How evenly the link is shared, (Σx)² / (n·Σx²) over the throughput x of n flows: 1 if all get the same, 1/n if one gets all.',
    unit: '1',
    source: 'Jain, Chiu and Hawe 1984',
  },
  utilization: { term: 'utilization', meaning: 'The share of the time in which the link was sending.', unit: '1' },
  delay: {
    term: 'queueing delay',
    written: ['queue?ing delay'],
    meaning: 'How long a packet waits, from its arrival until it leaves the queue.',
    unit: 's',
  },
  lossRatio: {
    term: 'loss ratio',
    meaning: 'Drops divided by arrivals at the queue; ECN marks are not losses.',
    unit: '1',
  },
  movingMean: {
    term: 'moving mean',
    meaning: 'A mean over a stretch of time that ends now and moves along.',
  },
  window: {
    term: 'measuring window',
    written: ['measuring window', 'measured window'],
    meaning:
      'The part of the run over which means are taken, from “measured from” to the end: the start of the flows is left out.',
    unit: 's',
  },
  congestionWindow: {
    term: 'congestion window',
    written: ['congestion windows?', 'windows?'],
    meaning: 'How many packets a TCP sender may have on their way without an acknowledgement.',
    unit: 'packets',
    source: 'RFC 5681',
  },
  rtt: {
    term: 'RTT',
    written: ['round-trip times?', 'round trips?'],
    meaning: 'Round-trip time: from sending a packet until its acknowledgement is back.',
    unit: 's',
  },
  ecn: {
    term: 'ECN',
    meaning:
      'Explicit congestion notification: a packet is marked rather than dropped, and its sender slows down all the same.',
    source: 'RFC 3168',
  },
  l4s: {
    term: 'L4S',
    meaning:
      'Low latency, low loss, scalable throughput: senders that answer to many small marks share the link with classic ones.',
    source: 'RFC 9330',
  },
  threshold: {
    term: 'threshold',
    written: ['thresholds?', 'min_th', 'max_th'],
    meaning:
      'A length of the average queue: below min_th nothing is dropped early, from max_th on everything, between them some.',
    unit: 'packets',
    source: 'Floyd and Jacobson 1993',
  },
  lane: {
    term: 'lane',
    written: ['lanes?'],
    meaning: 'One discipline on the page; several run side by side on the same scene and seed.',
  },
  seed: {
    term: 'seed',
    written: ['seeds?'],
    meaning: 'The number from which all chance of a run is made: the same seed, the same run.',
  },
  phase: {
    term: 'phase',
    meaning:
      'Where the sending times of a periodic source lie beside those of the link: in step they may always meet a full queue.',
    source: 'Floyd and Jacobson 1992',
  },
  interval: {
    term: '95 % interval',
    written: ['95[ \\u00a0]?% (?:confidence )?interval'],
    meaning: 'Of a hundred such intervals about 95 hold the true mean; Student’s t over the seeds.',
  },
  sameRanking: {
    term: 'same ranking',
    meaning: 'Another value than the printed one, but the schemes rank as printed.',
  },
  inconsistency: {
    term: 'I-01, I-02 …',
    written: ['I-\\d{2}'],
    meaning: 'A place where a document contradicts itself, with its number in the list below its table.',
  },
  claim: {
    term: 'claim',
    written: ['claims?'],
    meaning: 'A statement of a document, of a theory or of ours that is checked on runs over several seeds.',
  },
  lesson: { term: 'lesson', meaning: 'What a scene is there to show, in a sentence.' },
} satisfies Record<string, GlossaryEntry>;

export type TermId = keyof typeof WORDS;

export const GLOSSARY: Readonly<Record<TermId, GlossaryEntry>> = WORDS;

/** A piece of a text; with `id`, one that the glossary explains. */
interface TextPart {
  readonly text: string;
  readonly id?: TermId;
}

/** The text in pieces, each term marked where it comes first. */
export function withTermsMarked(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  const known = new Set<TermId>();
  let from = 0;
  for (const found of text.matchAll(PATTERN)) {
    const id = Object.entries(found.groups ?? {}).find(([, words]) => words !== undefined)?.[0] as TermId | undefined;
    if (id === undefined || known.has(id)) continue;
    known.add(id);
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ text: found[0], id });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** All terms as one expression, the longest first, so that "congestion window" is not a window. */
const PATTERN = new RegExp(
  Object.entries(GLOSSARY)
    .map(([id, { term, written }]) => ({ id, forms: [term, ...(written ?? [])].map(anyCase) }))
    .sort((a, b) => longest(b.forms) - longest(a.forms))
    .map(({ id, forms }) => `(?<${id}>\\b(?:${forms.sort((a, b) => b.length - a.length).join('|')})(?![\\w-]))`)
    .join('|'),
  'gu',
);

function longest(forms: readonly string[]): number {
  return Math.max(...forms.map(({ length }) => length));
}

/** A first small letter also matches the capital at the start of a sentence; capitals match themselves. */
function anyCase(form: string): string {
  return form.replace(/^\p{Ll}/u, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
