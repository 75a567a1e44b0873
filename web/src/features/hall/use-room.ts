import { useSyncExternalStore } from 'react';
import type { HallRoom, HallRoomState } from './hall-room';

/**
 * Renders a React component again when a part of a poll's state changes. `select` must return the same object until
 * this part changes.
 */
export function useRoom<T>(room: HallRoom | undefined, select: (state: HallRoomState) => T): T | undefined {
  return useSyncExternalStore(
    (changed) => room?.store.subscribe(changed) ?? nothing,
    () => (room === undefined ? undefined : select(room.store.getState())),
  );
}

function nothing(): void {}
