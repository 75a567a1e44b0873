/** The notices of the page, one below the other: a notice takes no other one's place. */

import { type Notice, sceneStore } from './scene-store';

type Kind = Notice['kind'];
type OfKind<K extends Kind> = Extract<Notice, { readonly kind: K }>;

/** More of them would push the scene from the page; the oldest goes. */
const MOST = 4;

/** Says something. A notice of the same kind before it goes: it was about the same thing. */
export function notify(notice: Notice): void {
  const others = sceneStore.getState().notices.filter(({ kind }) => kind !== notice.kind);
  sceneStore.setState({ notices: [...others, notice].slice(-MOST) });
}

/** Takes a notice back, or all of them. */
export function clear(kind?: Kind): void {
  const { notices } = sceneStore.getState();
  const kept = kind === undefined ? [] : notices.filter((notice) => notice.kind !== kind);
  if (kept.length < notices.length) sceneStore.setState({ notices: kept });
}

/** The notice of a kind that is on the page; undefined: there is none. */
export function noticeOf<K extends Kind>(kind: K, { notices } = sceneStore.getState()): OfKind<K> | undefined {
  return notices.find((notice): notice is OfKind<K> => notice.kind === kind);
}
