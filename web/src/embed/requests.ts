/** Parses the outer page's requests to an embed from untrusted messages. Pure. */

import { type Refused, shortened } from '../features/share/embed-address';
import type { Request } from './host/embed-api';

type Read =
  | { readonly kind: 'request'; readonly request: Request; readonly id: number | undefined }
  | { readonly kind: 'refused'; readonly problems: readonly Refused[]; readonly id: number | undefined };

const TYPES: readonly Request['type'][] = ['open', 'play', 'pause', 'seek', 'set', 'state', 'result'];
/** Longest lab link that the engine parses [characters]. */
const MOST_SCENE = 20_000;
const MOST_PATH = 200;
const MOST_VALUE = 200;

/**
 * Parses a message. Undefined if the message is not for the embed, since browser extensions and other frames send
 * messages, too.
 */
export function readRequest(data: unknown): Read | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'chokepoint')) return undefined;
  const { chokepoint, id: given, type, scene, at_s, path, value } = data as Record<string, unknown>;
  const id = typeof given === 'number' && Number.isSafeInteger(given) ? given : undefined;
  const refused = (field: string, wrong: unknown, allowed: string): Read => ({
    kind: 'refused',
    problems: [{ field, value: describeValue(wrong), allowed }],
    id,
  });
  const request = (asked: Request): Read => ({ kind: 'request', request: asked, id });
  if (chokepoint !== 1) return refused('chokepoint', chokepoint, '1');
  const known = TYPES.find((one) => one === type);
  switch (known) {
    case undefined:
      return refused('type', type, TYPES.join(', '));
    case 'open':
      return typeof scene === 'string' && scene !== '' && scene.length <= MOST_SCENE
        ? request({ type: known, scene })
        : refused(
            'scene',
            scene,
            `an address of the lab, its fragment or ?preset=…, of at most ${MOST_SCENE} characters`,
          );
    case 'seek':
      return typeof at_s === 'number' && Number.isFinite(at_s) && at_s >= 0
        ? request({ type: known, at_s })
        : refused('at_s', at_s, 'seconds from the start of the run, 0 or more');
    case 'set':
      if (
        typeof path !== 'string' ||
        path.length > MOST_PATH ||
        !/^[a-z0-9][a-z0-9_]*(\.[a-z0-9][a-z0-9_]*)*$/.test(path)
      )
        return refused('path', path, 'the path of a setting, such as flows.0.rate_bps');
      return isSetting(value)
        ? request({ type: known, path, value })
        : refused('value', value, `a number, true, false, or a string of at most ${MOST_VALUE} characters`);
    default:
      return request({ type: known });
  }
}

function isSetting(value: unknown): value is number | string | boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'boolean' || (typeof value === 'string' && value.length <= MOST_VALUE);
}

/** A short description of an invalid value. No method of the value is called. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return shortened(value);
  if (typeof value === 'object') return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'function' ? 'a function' : shortened(String(value));
}
