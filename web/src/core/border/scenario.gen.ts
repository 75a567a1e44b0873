// Generated from the engine's declarations by `npm run generate`; do not edit.

export type SettingValue = number | string | boolean;

/** The scenario as files, presets and the engine write it. Only the engine decides whether a scenario is valid. */
export interface Scenario {
  readonly schema: 1;
  readonly id: string;
  readonly title: string;
  /** seed of all random numbers: the same seed gives the same run, packet by packet. */
  readonly seed: number;
  /** simulated time at which the run ends [s]. */
  readonly duration_s: number;
  /** start of the measured window; throughput, fairness, queue and delay exclude the time before [s]. */
  readonly measured_from_s: number;
  /** how the TCP senders set their timers and detect losses. */
  readonly profile: 'ns2' | 'rfc6298' | 'linux';
  readonly bottleneck: {
    /** rate of the bottleneck link [bit/s]. */
    readonly capacity_bps: number;
    /** propagation delay of the bottleneck link, each way [s]. */
    readonly delay_s: number;
    /** distribution of the transmission time of a packet at the bottleneck. */
    readonly service?: 'constant' | 'geometric';
    /** for geometric service: length of a time slot; the transmission of a packet ends at the end of each slot with the probability slot ÷ (8·size/capacity) [s]. */
    readonly service_slot_s?: number;
  };
  readonly access: {
    /** rate of each flow's own links to and from the bottleneck [bit/s]. */
    readonly rate_bps: number;
    /** propagation delay of each flow's own links, on each side of the bottleneck and in each direction [s]. */
    readonly delay_s: number;
  };
  /** The reverse link of the acknowledgements. */
  readonly reverse?: {
    /** rate of the reverse link, which the acknowledgements of all flows share; 0: acknowledgements wait for no other flow [bit/s]. */
    readonly ack_rate_bps?: number;
    /** for a reverse link with a rate: largest number of acknowledgements in its queue; further acknowledgements are lost [packets]. */
    readonly ack_limit?: number;
  };
  /** The second link, in a scene with two. */
  readonly second?: {
    /** rate of a second bottleneck behind the first, with its own queue; 0: none [bit/s]. */
    readonly second_capacity_bps?: number;
    /** propagation delay of the second link, each way [s]. */
    readonly second_delay_s?: number;
  };
  /** Parameters for every discipline that declares them. */
  readonly queue: { readonly params: Readonly<Record<string, SettingValue>> };
  readonly lanes: readonly Lane[];
  readonly flows: readonly FlowGroup[];
  readonly interventions: readonly Intervention[];
}

export interface Lane {
  /** Id of the discipline. */
  readonly aqm: string;
  /** Parameters of this lane alone; they override `queue.params`. */
  readonly params: Readonly<Record<string, SettingValue>>;
  /** The text of the script, if the discipline is a script. */
  readonly script?: string;
  /** The link that the lane observes; the first link if it is absent. */
  readonly link?: 'first' | 'second';
}

export interface FlowGroup {
  /** how the sender responds to loss. */
  readonly transport: 'tahoe' | 'reno' | 'newreno' | 'sack' | 'vegas' | 'cubic' | 'dctcp' | 'bbr' | 'prague' | 'udp';
  /** the traffic that the flow sends. */
  readonly source: 'ftp' | 'web' | 'transfer' | 'size-table' | 'trace' | 'cbr' | 'schedule' | 'poisson' | 'geometric' | 'onoff' | 'self-similar';
  /** how many flows of this kind. */
  readonly count: number;
  /** size on the wire of a data packet, headers included [bytes]. */
  readonly packet_bytes: number;
  /** total number of data packets to send; 0: without end [packets]. */
  readonly data_packets?: number;
  /** mean pause before the next page, exponential [s]. */
  readonly think_s?: number;
  /** mean size of an object before capping [packets]. */
  readonly object_packets?: number;
  /** shape of the Pareto distribution of sizes: the nearer to 1, the heavier the tail. */
  readonly object_shape?: number;
  /** larger sizes are cut to this [packets]. */
  readonly object_cap?: number;
  /** objects on a page (mean). */
  readonly objects_per_page?: number;
  /** how the number of objects on a page is drawn. */
  readonly page_law?: 'constant' | 'geometric';
  /** mean pause between objects, exponential [s]. */
  readonly object_gap_s?: number;
  /** how objects are carried. */
  readonly connections?: 'fresh' | 'persistent';
  /** how the sizes of files are drawn. */
  readonly size_law?: 'pareto' | 'exponential' | 'constant';
  /** rate at which each of these flows sends (while it is on), regardless of losses; 0: no packets [bit/s]. */
  readonly rate_bps?: number;
  /** each gap is random, between half and one and a half times the regular gap (ns-2's random_). */
  readonly jitter?: boolean;
  /** when a step of the schedule takes effect. */
  readonly rate_change?: 'at_once' | 'next_packet';
  /** mean packets per time slot. */
  readonly intensity?: number;
  /** length of a time slot; slots begin at time 0 [s]. */
  readonly slot_s?: number;
  /** longest random delay of a packet after its slot begins; even a tiny delay puts the packets of synchronous sources into random order [s]. */
  readonly spread_s?: number;
  /** mean length of a burst [s]. */
  readonly on_s?: number;
  /** mean length of a silence [s]. */
  readonly off_s?: number;
  /** how bursts and silences are drawn. */
  readonly law?: 'exponential' | 'pareto';
  /** shape of the Pareto distribution: the nearer to 1, the heavier the tail. */
  readonly shape?: number;
  /** how bursty the traffic is over long times; at 0.5 it has no memory. */
  readonly hurst?: number;
  /** number of states of the Markov chain that generates the traffic. */
  readonly states?: number;
  /** total number of packets to send; 0: without end [packets]. */
  readonly max_packets?: number;
  /** largest congestion window; also the first slow-start threshold [packets]. */
  readonly window_packets?: number;
  /** whether routers may mark the packets instead of dropping them (RFC 3168); a TCP sender then responds to marks. */
  readonly ecn?: boolean;
  /** from this time on the flow sends no new data [s]. */
  readonly stop_s?: number;
  /** rate of each flow's own links to and from the bottleneck [bit/s]. */
  readonly access_rate_bps?: number;
  /** propagation delay of each flow's own links, on each side of the bottleneck and in each direction [s]. */
  readonly access_delay_s?: number;
  /** probability that a packet is lost on its way from the bottleneck to the receiver, as on a radio link. */
  readonly random_loss?: number;
  /** largest additional delay between bottleneck and receiver, drawn uniformly for each packet; packets keep their order [s]. */
  readonly jitter_s?: number;
  /** probability that an acknowledgement is lost on its way back to the sender. */
  readonly ack_loss?: number;
  /** in a scene with two links, the links that the packets cross. */
  readonly route?: 'both' | 'first' | 'second';
  /** congestion window after the connection is opened [packets]. */
  readonly initial_window?: number;
  /** the receiver acknowledges every second packet at once, and a single packet after a delay; off: every packet at once. */
  readonly delayed_ack?: boolean;
  /** longest delay of an acknowledgement [s]. */
  readonly ack_delay_s?: number;
  /** a new packet for each of the first two duplicate acknowledgements (RFC 3042; ns-2's singledup_). */
  readonly limited_transmit?: boolean;
  /** NewReno leaves fast recovery with a small window (RFC 6582); the default follows the end-host profile. */
  readonly exit_fix?: boolean;
  /** retransmissions are ECN-capable too, as in ns-2; the default follows the end-host profile. */
  readonly ect_on_retransmit?: boolean;
  /** minimum retransmission timeout; the default follows the end-host profile [s]. */
  readonly min_rto_s?: number;
  /** retransmission timeout before the first round-trip measurement; the default follows the end-host profile [s]. */
  readonly initial_rto_s?: number;
  /** clock tick with which ns-2's senders measure round-trip times; the default follows the end-host profile [s]. */
  readonly tick_s?: number;
  /** each packet leaves after a random delay of at most this time, which prevents phase effects (ns-2's overhead_) [s]. */
  readonly overhead_s?: number;
  /** Vegas: the window grows while fewer packets than this are in the queues [packets]. */
  readonly vegas_alpha?: number;
  /** Vegas: the window shrinks while more packets than this are in the queues [packets]. */
  readonly vegas_beta?: number;
  /** Vegas: slow start ends when more packets than this are in the queues [packets]. */
  readonly vegas_gamma?: number;
  /** level of service that the packets request; only disciplines with classes of service use it. */
  readonly priority?: number;
  /** packets that may be marked carry ECT(1), the sign for DualPI2's L4S queue; DCTCP's do by default. */
  readonly l4s?: boolean;
  /** Each flow starts at a random time, uniform in this interval [s]. */
  readonly start_s: readonly [number, number];
  /** points of the distribution of sizes: a size [packets], and the share of files that are not larger */
  readonly sizes?: readonly (readonly [number, number])[];
  /** one file per flow: the time of its request after the start of the flow [s], and its size [packets] */
  readonly files?: readonly (readonly [number, number])[];
  /** steps of a scheduled rate: pairs of a time [s] and the rate from then on [bit/s] */
  readonly steps?: readonly (readonly [number, number])[];
}

/** A setting changed while the scene was running. */
export interface Intervention {
  readonly at_s: number;
  /** Dotted path of the setting, e.g. `queue.params.max_th` or `flows.0.rate_bps`. */
  readonly path: string;
  readonly value: SettingValue;
}
