/** Adds the current scene and time to the end of the playlist. */

import { formatTime } from '../../base/format';
import { withMoment } from '../../core/playlist/playlist';
import { playlistStore, takePlaylist } from '../../core/playlist/playlist-store';
import { drewMatch } from '../../core/run/decision';
import { flowLabel } from '../../core/run/describe-decision';
import { outcomeOf } from '../../core/run/outcome';
import type { RunBuffer } from '../../core/run/run-buffer';
import { notify } from '../../core/scene/notices';
import { type SceneActions, sceneStore } from '../../core/scene/scene-store';

type Moment = Pick<RunBuffer, 'about' | 'catalog' | 'facts' | 'decision' | 'latest'>;

/** `isQuiet` is true if the list is hidden. A notice then confirms the addition. Rejects if the scene has no link. */
export async function addThisMoment(
  actions: Pick<SceneActions, 'linkOf'>,
  moment: Moment,
  isQuiet: boolean,
): Promise<void> {
  const link = await actions.linkOf(true);
  const { list, at } = playlistStore.getState();
  const title = titleOf(moment, sceneStore.getState().scenario?.title ?? '');
  takePlaylist(withMoment(list, { title, fragment: link.slice(link.indexOf('#') + 1) }), at);
  if (isQuiet) notify({ kind: 'moment-added', title, count: list.moments.length + 1 });
}

/**
 * Largest difference between the page's time and a decision's time at which the entry's title names the decision [s].
 */
const NEAR_S = 1e-3;

/**
 * The title of an entry: first the event, then the discipline, last the scene, because fields cut off long texts and
 * many entries share a scene. The discipline is left out if the scene's title contains it. An entry without an event
 * belongs to all lanes, so it names a discipline only if the scene has a single lane.
 */
export function titleOf(moment: Moment, scene: string): string {
  const { about, facts, latest } = moment;
  const event = eventOf(moment, latest.scalars.now_s);
  const isOfOne = event !== '' || facts.scenario.lanes.length === 1;
  const rule = isOfOne && !names(scene, about.name) ? ` under ${about.name}` : '';
  return `${event === '' ? '' : `${event} at `}${formatTime(latest.scalars.now_s)}${rule}, ${scene}`;
}

/**
 * True if the title contains the discipline as a whole word: "CHOKeD" does not name CHOKe, and "FQ-CoDel" does not name
 * CoDel.
 */
function names(scene: string, discipline: string): boolean {
  const at = scene.indexOf(discipline);
  if (at < 0) return false;
  const isWithin = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}-]/u.test(sign);
  const rest = scene.slice(at + discipline.length);
  return (!isWithin(scene[at - 1]) && !isWithin(rest[0])) || names(rest, discipline);
}

function eventOf({ decision, catalog, facts }: Moment, now_s: number): string {
  if (decision === undefined || Math.abs(decision.time_s - now_s) > NEAR_S) return '';
  const flow = flowLabel(facts, decision.flow);
  if (drewMatch(decision)) return `Match of ${flow}`;
  const outcome = outcomeOf(decision, { catalog });
  if (outcome === undefined || outcome.kind === 'admit') return '';
  const name = catalog.reasons.find(({ id }) => id === outcome.reason)?.name ?? outcome.kind;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${flow}`;
}
