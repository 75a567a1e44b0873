/**
 * The meanings of all terms on the page, in one list. `Term` explains a term in place, and `Terms` marks the terms in a
 * text. Settings and reasons are explained by the engine's catalog.
 */

interface GlossaryEntry {
  readonly term: string;
  /** Other spellings of the term, as whole-word regular expressions. Lower-case letters also match capitals. */
  readonly written?: readonly string[];
  /** The meaning of the term in one sentence. */
  readonly meaning: string;
  readonly unit?: string;
  /** The publication that defines the term. */
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
  queue: { term: 'queue', meaning: 'The packets that have arrived and wait for the link.', unit: 'packets' },
  average: {
    term: 'average queue',
    written: ['average queue', 'needle', 'w_q'],
    meaning:
      'A moving average of the queue length, as in RED: each arrival moves it by the fraction w_q of its distance to the current length.',
    unit: 'packets',
    source: 'Floyd and Jacobson 1993',
  },
  buffer: {
    term: 'buffer',
    meaning: 'The space for waiting packets: a packet that arrives when the buffer is full is lost.',
    unit: 'packets',
  },
  bufferbloat: {
    term: 'bufferbloat',
    meaning: 'Excessive delay caused by a large buffer that stays full.',
    source: 'Gettys and Nichols 2011',
  },
  dropTail: {
    term: 'drop-tail',
    written: ['drop-?tail'],
    meaning: 'No queue management: the queue admits packets until the buffer is full, and then drops arrivals.',
  },
  year: {
    term: 'year beside a discipline',
    meaning: 'When the rule was published, or first described under this name; the catalogue has the citation.',
  },
  tcp: {
    term: 'TCP',
    meaning: 'Here: a responsive sender, which slows down when its packets are lost or marked.',
    source: 'RFC 5681',
  },
  udp: {
    term: 'UDP',
    meaning: 'Here: an unresponsive sender, which does not change its rate when packets are lost.',
    source: 'RFC 768',
  },
  unresponsive: {
    term: 'unresponsive',
    written: ['unresponsive', 'greedy'],
    meaning: 'A flow that does not slow down when its packets are dropped; its packets are orange and have a diamond.',
    source: 'Floyd and Fall 1999',
  },
  flow: { term: 'flow', meaning: 'The packets of one sender to one receiver.' },
  match: {
    term: 'match',
    written: ['match(?:es|ed)?'],
    meaning:
      'A packet drawn from the queue that belongs to the same flow as the arrival: CHOKe and its relatives drop both.',
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
    meaning: 'A waiting packet that is drawn for an arrival: if both belong to the same flow, CHOKe drops both.',
    source: 'Pan, Prabhakar and Psounis 2000',
  },
  comparison: {
    term: 'comparison',
    written: ['comparisons?'],
    meaning:
      'A test whether a drawn packet belongs to the arrival’s flow; the number of tests measures the work of CHOKe and its relatives.',
  },
  drawingFactor: {
    term: 'drawing factor',
    written: ['drawing factors?', 'D_r'],
    meaning:
      'CHOKeD’s number of draws from the rear half of n waiting packets: D_r = round(n·√B / ((max_th − min_th)·ln B)) with buffer size B; CHOKeW and CHOKeR have other formulas.',
    unit: 'packets',
    source: 'Manzoor 2015, equations 3.2 and 3.4',
  },
  frontDraws: {
    term: 'D_f',
    meaning:
      'The number of packets that CHOKeD draws from the front half if no draw from the rear half matches: round(D_r/2).',
    unit: 'packets',
    source: 'Manzoor 2015, section 3.3',
  },
  halves: {
    term: 'rear half',
    written: ['rear hal(?:f|ves)', 'front hal(?:f|ves)', '(?:rear|front) region'],
    meaning:
      'The rear half of the waiting packets arrived last and leaves last, the front half first; if their number is odd, the middle packet is in the rear half.',
    source: 'Manzoor 2015, section 3.3',
  },
  stateless: {
    term: 'stateless',
    meaning: 'A discipline without per-flow state: no list, no counter and no queue for each flow.',
  },
  throughput: {
    term: 'throughput',
    meaning: 'The rate of all bits that cross the link, including headers and retransmissions.',
    unit: 'Mb/s',
  },
  goodput: {
    term: 'goodput',
    meaning: 'Throughput without retransmissions: only packets that arrive in order for the first time.',
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
    meaning: 'A state in which a flow with packets to send gets almost no share of the link for a long time.',
  },
  jain: {
    term: 'Jain index',
    written: ['Jain(?: index| fairness)?'],
    meaning:
      'A measure of fairness, (Σx)² / (n·Σx²) over the throughputs x of n flows: 1 if all get the same, 1/n if one gets all.',
    unit: '1',
    source: 'Jain, Chiu and Hawe 1984',
  },
  utilization: { term: 'utilization', meaning: 'The share of time in which the link sends.', unit: '1' },
  delay: {
    term: 'queueing delay',
    written: ['queue?ing delay', 'sojourn time'],
    meaning: 'The time from a packet’s arrival until it leaves the queue.',
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
    meaning: 'A random drop while the buffer still has room; its probability grows with congestion.',
  },
  forcedDrop: {
    term: 'forced drop',
    written: ['forced drops?'],
    meaning: 'A drop without chance: the average queue or the arrival rate exceeds its limit.',
  },
  overload: {
    term: 'overload',
    meaning: 'Packets arrive faster than the link can send them, so that some must be dropped.',
  },
  drainTime: {
    term: 'drain time',
    meaning: 'The time that the link takes to send all waiting packets if it gets no new ones.',
    unit: 's',
  },
  bottleneck: {
    term: 'bottleneck',
    meaning: 'The link that can get more traffic than it can carry, so that packets wait in a queue before it.',
  },
  movingMean: {
    term: 'moving mean',
    meaning: 'A mean over a period of fixed length that ends at the current time.',
  },
  window: {
    term: 'measuring window',
    written: ['measuring window', 'measured window'],
    meaning:
      'The part of the run over which means are taken: it begins at the setting “measured from”, after the flows have started, and ends with the run.',
    unit: 's',
  },
  congestionWindow: {
    term: 'congestion window',
    written: ['congestion windows?', 'windows?'],
    meaning: 'The number of packets that a TCP sender may have in flight without an acknowledgement.',
    unit: 'packets',
    source: 'RFC 5681',
  },
  rtt: {
    term: 'RTT',
    written: ['round-trip times?', 'round trips?'],
    meaning: 'Round-trip time: the time from sending a packet until its acknowledgement arrives.',
    unit: 's',
  },
  bandwidthDelay: {
    term: 'bandwidth-delay product',
    meaning: 'Capacity of the link times round-trip time: the data that TCP must have in flight to keep the link busy.',
    unit: 'packets',
  },
  cubic: {
    term: 'CUBIC',
    meaning:
      'The most common TCP sender today: after a loss, its window grows along a cubic curve back to its previous size.',
    source: 'RFC 9438',
  },
  bbr: {
    term: 'BBR',
    meaning:
      'A TCP sender that measures the bandwidth and the minimum round-trip time, and sends at the measured bandwidth; version 1 ignores single losses.',
    source: 'N. Cardwell et al., ACM Queue 14(5), 2016',
  },
  prague: {
    term: 'Prague',
    meaning:
      'The TCP sender of L4S: it paces its packets and, like DCTCP, cuts its window in proportion to the share of marked packets; the window grows as in a classic sender.',
    source: 'draft-briscoe-iccrg-prague-congestion-control',
  },
  slowStart: {
    term: 'slow start',
    meaning: 'The phase at the start of a TCP flow and after a timeout: its window doubles in every round trip.',
    source: 'RFC 5681',
  },
  timeout: {
    term: 'timeout',
    written: ['timeouts?'],
    meaning:
      'If a TCP sender gets no acknowledgement for too long, it retransmits and restarts with a window of one packet.',
    source: 'RFC 6298',
  },
  ecn: {
    term: 'ECN',
    meaning:
      'Explicit congestion notification: a packet is marked instead of dropped, and its sender slows down as after a loss.',
    source: 'RFC 3168',
  },
  l4s: {
    term: 'L4S',
    meaning:
      'Low latency, low loss, scalable throughput: its senders get many marks, react a little to each of them, and share the link with classic senders.',
    source: 'RFC 9330',
  },
  threshold: {
    term: 'threshold',
    written: ['thresholds?', 'min_th', 'max_th'],
    meaning:
      'A limit of RED’s average queue: RED drops no arrival early below min_th, some between min_th and max_th, and, without its gentle mode, all from max_th on.',
    unit: 'packets',
    source: 'Floyd and Jacobson 1993',
  },
  maxP: {
    term: 'max_p',
    meaning: 'The probability of an early drop when RED’s average queue reaches max_th.',
    unit: '1',
    source: 'Floyd and Jacobson 1993',
  },
  gentle: {
    term: 'gentle',
    meaning: 'RED without a jump at max_th: from max_th to twice max_th the drop probability rises from max_p to 1.',
    source: 'Floyd 2000',
  },
  bucket: {
    term: 'bucket',
    written: ['buckets?'],
    meaning: 'A queue for all flows with the same hash value: the buckets are served in turn.',
    source: 'McKenney 1990',
  },
  quantum: {
    term: 'quantum',
    meaning: 'The bytes that a queue may send per turn; it keeps a remainder that is too small for its next packet.',
    unit: 'bytes',
    source: 'Shreedhar and Varghese 1995',
  },
  virtualTime: {
    term: 'virtual time',
    meaning:
      'The clock of fair queueing, which counts bytes of service: each packet gets a timestamp from it, and the earliest timestamp leaves first.',
    unit: 'bytes',
    source: 'Golestani 1994',
  },
  penaltyBox: {
    term: 'penalty box',
    meaning:
      'SFB’s treatment of a flow whose bins have all reached probability 1: only a few of its packets per second pass.',
    source: 'Feng, Kandlur, Saha and Shin 2001',
  },
  price: {
    term: 'price',
    written: ['prices?'],
    meaning:
      'REM’s measure of congestion: while the arrival rate or the queue is too large, the price and the drop probability rise.',
    source: 'Athuraliya, Low, Li and Yin 2001',
  },
  slot: {
    term: 'slot',
    written: ['slots?'],
    meaning: 'A fixed period in which each source sends at most one packet, and the link finishes sending at most one.',
    source: 'Domański, Domańska and Klamka 2013',
  },
  intensity: {
    term: 'intensity',
    meaning: 'The mean number of packets that a source sends per slot.',
    unit: 'packets in a slot',
    source: 'Domański, Domańska and Klamka 2013',
  },
  geometric: {
    term: 'geometric source',
    written: ['geometric (?:sources?|traffic)'],
    meaning: 'A source that sends in each slot with the same probability, independently of other slots.',
    source: 'Domański, Domańska and Klamka 2013',
  },
  selfSimilar: {
    term: 'self-similar',
    meaning:
      'Traffic with bursts on all time scales: its means over long times vary far more than those of independent packets.',
    source: 'Leland, Taqqu, Willinger and Wilson 1994',
  },
  hurst: {
    term: 'Hurst parameter',
    written: ['Hurst(?: parameter)?'],
    meaning:
      'A measure of the memory of traffic: the variance of the mean of m slots falls like m^(2H − 2), and H = 0.5 means no memory.',
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
    meaning: 'The number that determines all random numbers of a run: the same seed gives the same run.',
  },
  phase: {
    term: 'phase',
    meaning: 'The offset between a periodic source and the link: at an unlucky phase, every packet meets a full queue.',
    source: 'Floyd and Jacobson 1992',
  },
  interval: {
    term: '95 % interval',
    written: ['95[ \\u00a0]?% (?:confidence )?interval'],
    meaning:
      'An interval that contains the true mean in about 95 of 100 cases, computed over the seeds with Student’s t.',
  },
  sameRanking: {
    term: 'same ranking',
    meaning: 'The value differs from the printed one, but the disciplines rank as printed.',
  },
  inconsistency: {
    term: 'I-01, I-02 …',
    written: ['I-\\d{2}'],
    meaning: 'A contradiction within a document, with its number in the list below the table.',
  },
  claim: {
    term: 'claim',
    written: ['claims?'],
    meaning: 'A statement by a document, a theory or this lab, checked by runs with several seeds.',
  },
  lesson: {
    term: 'lesson',
    meaning:
      'Steps on one subject, with questions that you answer before a run shows the result; the “lesson” of a scene is one sentence on what the scene shows.',
  },
} satisfies Record<string, GlossaryEntry>;

export type TermId = keyof typeof WORDS;

export const GLOSSARY: Readonly<Record<TermId, GlossaryEntry>> = WORDS;

/** A piece of a text. With an `id`, the piece is a term of the glossary. */
interface TextPart {
  readonly text: string;
  readonly id?: TermId;
}

/**
 * Splits a text into pieces and marks each term's first occurrence. `known` has the terms already marked; the function
 * adds to it.
 */
export function withTermsMarked(text: string, known = new Set<TermId>()): readonly TextPart[] {
  const parts: TextPart[] = [];
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

/** One regular expression for all terms, longest first, so that "congestion window" is not matched as "window". */
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

/** A lower-case first letter also matches a capital, as at the start of a sentence. A capital matches only itself. */
function anyCase(form: string): string {
  return form.replace(/^\p{Ll}/u, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
