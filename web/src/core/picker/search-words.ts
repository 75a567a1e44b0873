/** Synonyms for words of a query. The typed word itself is also searched for. */

interface Synonyms {
  /** Words that a user may type, in lower case. */
  readonly typed: readonly string[];
  /** Words in scenes and lessons with the same meaning as `typed`. */
  readonly said: readonly string[];
}

export const SYNONYMS: readonly Synonyms[] = [
  {
    typed: ['introduction', 'intro', 'tutorial', 'beginner', 'beginners', 'basics', 'easy', 'begin'],
    said: ['start here', 'lesson', 'level first'],
  },
  { typed: ['lecture', 'demo', 'demonstration', 'minute', 'minutes', 'min', 'mins'], said: ['start here', 'lesson'] },
  { typed: ['jain', 'jains', 'jain index', 'jains index', 'fairness index', 'unfair'], said: ['fairness', 'fair'] },
  { typed: ['voip', 'voice', 'phone', 'telephone', 'video call', 'game', 'gaming'], said: ['call beside', 'voice'] },
  { typed: ['latency', 'lag', 'waiting'], said: ['call beside', 'delay', 'wait'] },
  { typed: ['bufferbloat', 'buffer bloat', 'bloat'], said: ['bufferbloat', 'call beside', 'full buffer'] },
  { typed: ['buffer size', 'queue size', 'queue limit'], said: ['buffer'] },
  { typed: ['rtt', 'rtts'], said: ['round trip'] },
  { typed: ['http', 'www', 'browsing', 'short flows'], said: ['web', 'browser'] },
  { typed: ['wifi', 'wlan', '802.11'], said: ['wireless'] },
  { typed: ['congestion control', 'congestion window', 'cwnd', 'sawtooth', 'slow start'], said: ['tahoe', 'newreno'] },
  { typed: ['taildrop', 'tail drop', 'fifo'], said: ['drop-tail'] },
  { typed: ['ared'], said: ['adaptive red'] },
  { typed: ['wfq', 'fair queueing', 'fair queuing'], said: ['drr', 'scfq', 'stfq', 'fair queueing', 'fair queuing'] },
  {
    typed: [
      'unresponsive',
      'nonresponsive',
      'misbehaving',
      'selfish',
      'malicious',
      'attack',
      'dos',
      'ddos',
      'starvation',
    ],
    said: ['never yields', 'greedy'],
  },
  { typed: ['greedy'], said: ['never yields', 'unresponsive'] },
  { typed: ['drawing factor', 'number of draws', 'd_r'], said: ['draws', 'drawing factor'] },
  { typed: ['complexity', 'overhead', 'computational cost'], said: ['comparisons', 'state kept'] },
  { typed: ['memory', 'per-flow state', 'scalability'], said: ['state kept'] },
  { typed: ['ecn', 'marking'], said: ['marked', 'marks', 'without ecn'] },
  { typed: ['dctcp', 'prague', 'low latency'], said: ['l4s'] },
  { typed: ['replications', 'confidence interval', 'reproducibility', 'statistics'], said: ['seeds', 'same run'] },
  { typed: ['hurst', 'bursty', 'fractal', 'long-range dependence'], said: ['self-similar'] },
  { typed: ['recorded', 'measured', 'testbed', 'hardware', 'pcap'], said: ['real packets'] },
];

/** Words of a query that are ignored, unless the query has no others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'what is are does do how why when where which and or of in on to for from with vs versus show me about explain work works scene scenes'.split(
    ' ',
  ),
);
