/** The notices of the page. They are shown one below the other. */

import { type Notice, sceneStore } from './scene-store';

type Kind = Notice['kind'];
type OfKind<K extends Kind> = Extract<Notice, { readonly kind: K }>;

/** Maximum number of notices. More would leave no room for the scene, so the oldest is removed. */
const MOST = 4;

/** Adds a notice. It replaces an earlier notice of the same kind. */
export function notify(notice: Notice): void {
  const others = sceneStore.getState().notices.filter(({ kind }) => kind !== notice.kind);
  sceneStore.setState({ notices: [...others, notice].slice(-MOST) });
}

/** Removes the notice of a kind. Without a kind, removes all notices. */
export function clear(kind?: Kind): void {
  const { notices } = sceneStore.getState();
  const kept = kind === undefined ? [] : notices.filter((notice) => notice.kind !== kind);
  if (kept.length < notices.length) sceneStore.setState({ notices: kept });
}

/** The displayed notice of a kind. Undefined if there is none. */
export function noticeOf<K extends Kind>(kind: K, { notices } = sceneStore.getState()): OfKind<K> | undefined {
  return notices.find((notice): notice is OfKind<K> => notice.kind === kind);
}
