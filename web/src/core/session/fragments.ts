/** Recognises the kind of an address by its first word. A link to a scene begins with the version of its format. */

export function isPlaylistFragment(fragment: string): boolean {
  return fragment.startsWith('list.');
}

/** True for an address of an audience poll about a scene or about a step of a lesson. */
export function isHallFragment(fragment: string): boolean {
  return fragment.startsWith('hall.') || (fragment.startsWith('lesson.') && fragment.endsWith('/hall'));
}

/** True for an address that shows live packets from the router that serves the page. */
export function isLiveFragment(fragment: string): boolean {
  return fragment.startsWith('live.');
}

export function isLessonFragment(fragment: string): boolean {
  return fragment.startsWith('lesson.');
}
