// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario } from './scenario.gen';

/** The contents of a recording. */
export type ToldRecording = { 
/** The recorded scene. */ scenario: Scenario, 
/** The lane of the scene that decided. */ lane: number, 
/** The source of its packets: `linux`, `pcapng`. */ origin: string, 
/** The facts known at its start. */ facts: Readonly<Record<string, unknown>>, 
/** The facts known only at its end; nothing where it was cut off. */ end: Readonly<Record<string, unknown>> | null, 
/** How many packets. */ packets: number, 
/** Up to when its packets are known [s]. */ known_until_s: number, 
/** Whether a replay reached the recorded states; nothing where it was not tried, or where none are recorded. */ decided_as_recorded: boolean | null, };

/** The contents of a link. */
export type DecodedLink = { 
/** The scene. */ scenario: Scenario, 
/** The view of the scene; only the page knows its meaning. */ view: unknown, 
/** Id of the preset today. */ preset: string, 
/** The scene of the preset from which the link differs, where it is another one today. */ earlier: Scenario | null, 
/** Version of the engine's numbers with which it was made, where it says so. */ numbers: number | null, };

