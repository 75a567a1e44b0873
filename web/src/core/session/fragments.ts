/** Kinds of addresses, by their first word. A link of a scene begins with its version. */

export function isPlaylistFragment(fragment: string): boolean {
  return fragment.startsWith('list.');
}

/** True for an address of an audience poll, about a scene or a step of a lesson. */
export function isHallFragment(fragment: string): boolean {
  return fragment.startsWith('hall.') || (fragment.startsWith('lesson.') && fragment.endsWith('/hall'));
}

/** True for an address of live packets from the router that serves the page. */
export function isLiveFragment(fragment: string): boolean {
  return fragment.startsWith('live.');
}

export function isLessonFragment(fragment: string): boolean {
  return fragment.startsWith('lesson.');
}
