// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario } from './scenario.gen';

/** What a recording says of itself. */
export type ToldRecording = { 
/** The recorded scene. */ scenario: Scenario, 
/** The lane of the scene that decided. */ lane: number, 
/** Where its packets come from: `linux`, `pcapng`. */ origin: string, 
/** What was known at its start. */ facts: Readonly<Record<string, unknown>>, 
/** What was known only at its end; nothing where it was cut off. */ end: Readonly<Record<string, unknown>> | null, 
/** How many packets. */ packets: number, 
/** Up to when its packets are known [s]. */ known_until_s: number, 
/** Whether the states came out again that the recording tells; nothing where that was not tried, or it tells none. */ decided_as_recorded: boolean | null, };

/** What a link says. */
export type DecodedLink = { 
/** The scene. */ scenario: Scenario, 
/** How it is looked at; only the page knows what that means. */ view: unknown, 
/** Id of the preset today. */ preset: string, 
/** The scene of the preset from which the link differs, where it is another one today. */ earlier: Scenario | null, 
/** Version of the engine's numbers with which it was made, where it says so. */ numbers: number | null, };

