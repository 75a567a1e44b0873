// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario } from './scenario.gen';

/** The contents of a recording. */
export type ToldRecording = { 
/** The recorded scene. */ scenario: Scenario, 
/** Index of the lane whose discipline made the recorded decisions. */ lane: number, 
/** Source of the packets: `linux` or `pcapng`. */ origin: string, 
/** Facts known at the start. */ facts: Readonly<Record<string, unknown>>, 
/** Facts known only at the end; null if the recording was cut off. */ end: Readonly<Record<string, unknown>> | null, 
/** Number of packets. */ packets: number, 
/** Time up to which the recording has all packets [s]. */ known_until_s: number, 
/** Whether a replay reached the recorded states; null if there was no replay, or there are no recorded states. */ decided_as_recorded: boolean | null, };

/** The contents of a link. */
export type DecodedLink = { 
/** The scene. */ scenario: Scenario, 
/** The view of the page, which only the page interprets. */ view: unknown, 
/** Present id of the preset. */ preset: string, 
/** The earlier version of the preset's scene to which the link refers, if the preset has changed since. */ earlier: Scenario | null, 
/** Version of the engine's numbers with which the link was made, if the present version gives other results. */ numbers: number | null, };

