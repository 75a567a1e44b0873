/**
 * The meanings of the words on the page: the one list of them. `Term` explains a word in place, `Terms` marks those in
 * a text. Settings and reasons are explained by the engine's own catalog.
 */

interface GlossaryEntry {
  readonly term: string;
  /** Other ways in which texts write it: regular expressions, whole words; small letters match either case. */
  readonly written?: readonly string[];
  /** One sentence. */
  readonly meaning: string;
  readonly unit?: string;
  /** Its defining source. */
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
    written: ['average queue', 'needle', 'w_q'],
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
    meaning: 'When the rule was published, or first described under this name; the citation is in the catalogue.',
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
  candidate: {
    term: 'candidate',
    written: ['candidates?'],
    meaning: 'A waiting packet that is drawn for an arrival: if it is of the same flow, CHOKe drops both.',
    source: 'Pan, Prabhakar and Psounis 2000',
  },
  comparison: {
    term: 'comparison',
    written: ['comparisons?'],
    meaning:
      'The test whether a drawn packet is of the arrival’s flow: the work that CHOKe and its relatives do for it.',
  },
  drawingFactor: {
    term: 'drawing factor',
    written: ['drawing factors?', 'D_r'],
    meaning:
      'How many of n waiting packets CHOKeD draws from the rear half: D_r = round(n·√B / ((max_th − min_th)·ln B)), with room for B; CHOKeW and CHOKeR have other rules.',
    unit: 'packets',
    source: 'Manzoor 2015, equations 3.2 and 3.4',
  },
  frontDraws: {
    term: 'D_f',
    meaning:
      'How many packets CHOKeD draws from the front half once no draw from the rear half has matched: round(D_r/2).',
    unit: 'packets',
    source: 'Manzoor 2015, section 3.3',
  },
  halves: {
    term: 'rear half',
    written: ['rear hal(?:f|ves)', 'front hal(?:f|ves)', '(?:rear|front) region'],
    meaning:
      'The waiting packets that arrived last; the front half is sent before them, and an odd packet is in the rear.',
    source: 'Manzoor 2015, section 3.3',
  },
  stateless: {
    term: 'stateless',
    meaning: 'A discipline that keeps nothing about single flows: no list, no counter, no queue for each.',
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
  starvation: {
    term: 'starvation',
    written: ['starv(?:ation|ed|es?|ing)'],
    meaning: 'A flow that has packets to send gets nothing or hardly anything of the link for a long time.',
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
    written: ['queue?ing delay', 'sojourn time'],
    meaning: 'How long a packet waits, from its arrival until it leaves the queue.',
    unit: 's',
  },
  lossRatio: {
    term: 'loss ratio',
    meaning: 'Drops divided by arrivals at the queue; ECN marks are not losses.',
    unit: '1',
  },
  earlyDrop: {
    term: 'early drop',
    written: ['early drops?'],
    meaning: 'A drop by chance while there is still room, the more likely the worse the congestion.',
  },
  forcedDrop: {
    term: 'forced drop',
    written: ['forced drops?'],
    meaning: 'A drop without chance: the average queue, or the rate of arrivals, is above its bound.',
  },
  overload: { term: 'overload', meaning: 'More arrives than the link can send, so that something has to be dropped.' },
  drainTime: {
    term: 'drain time',
    meaning: 'How long the link takes to send all that waits, if nothing more is admitted.',
    unit: 's',
  },
  bottleneck: {
    term: 'bottleneck',
    meaning: 'The link that more can be sent into than it carries: the queue on the page waits for it.',
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
  bandwidthDelay: {
    term: 'bandwidth-delay product',
    meaning:
      'Capacity of the link times round-trip time: what TCP has to keep on its way to use the link all the time.',
    unit: 'packets',
  },
  slowStart: {
    term: 'slow start',
    meaning: 'How a TCP flow begins, and begins again after a timeout: its window doubles in every round trip.',
    source: 'RFC 5681',
  },
  timeout: {
    term: 'timeout',
    written: ['timeouts?'],
    meaning:
      'A TCP sender that waits too long for an acknowledgement sends again, and starts with a window of one packet.',
    source: 'RFC 6298',
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
  maxP: {
    term: 'max_p',
    meaning: 'The probability of an early drop that RED reaches as the average queue comes to max_th.',
    unit: '1',
    source: 'Floyd and Jacobson 1993',
  },
  gentle: {
    term: 'gentle',
    meaning:
      'RED without a jump at max_th: from there the probability rises from max_p to 1, which it reaches at twice max_th.',
    source: 'Floyd 2000',
  },
  bucket: {
    term: 'bucket',
    written: ['buckets?'],
    meaning: 'A queue for all flows that have the same hash value: the buckets take turns.',
    source: 'McKenney 1990',
  },
  quantum: {
    term: 'quantum',
    meaning:
      'How many bytes a queue may send more at each of its turns; what its next packet does not fit into it keeps.',
    unit: 'bytes',
    source: 'Shreedhar and Varghese 1995',
  },
  virtualTime: {
    term: 'virtual time',
    meaning:
      'The clock of fair queueing, in bytes of service: packets are stamped with it, and the earliest stamp leaves first.',
    unit: 'bytes',
    source: 'Golestani 1994',
  },
  penaltyBox: {
    term: 'penalty box',
    meaning:
      'Where SFB puts a flow of which all bins have come to probability 1: a few of its packets a second get through.',
    source: 'Feng, Kandlur, Saha and Shin 2001',
  },
  price: {
    term: 'price',
    written: ['prices?'],
    meaning:
      'REM’s measure of congestion: it rises while too much arrives or waits, and the drop probability rises with it.',
    source: 'Athuraliya, Low, Li and Yin 2001',
  },
  slot: {
    term: 'slot',
    written: ['slots?'],
    meaning: 'A piece of time in which a source sends one packet or none, and the link sends one or none.',
    source: 'Domański, Domańska and Klamka 2013',
  },
  intensity: {
    term: 'intensity',
    meaning: 'How many packets a source sends in a slot, on average.',
    unit: 'packets in a slot',
    source: 'Domański, Domańska and Klamka 2013',
  },
  geometric: {
    term: 'geometric source',
    written: ['geometric (?:sources?|traffic)'],
    meaning: 'A source that sends in every slot with the same probability, whatever was before.',
    source: 'Domański, Domańska and Klamka 2013',
  },
  selfSimilar: {
    term: 'self-similar',
    meaning:
      'Traffic with bursts of bursts: means over longer times remain uneven, far more than those of independent packets.',
    source: 'Leland, Taqqu, Willinger and Wilson 1994',
  },
  hurst: {
    term: 'Hurst parameter',
    written: ['Hurst(?: parameter)?'],
    meaning:
      'How far traffic remembers: the variance of means over m slots falls like m^(2H − 2), and H = 0.5 is no memory.',
    unit: '1',
    source: 'Robert and Le Boudec 1997',
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
  lesson: {
    term: 'lesson',
    meaning:
      'Questions on one subject, each asked before the run that answers it; of a scene, the sentence that says what it shows.',
  },
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
