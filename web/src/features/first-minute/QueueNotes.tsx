/**
 * Labels on the queue: where packets arrive, wait and leave, and one packet of the greedy flow. They are in the empty
 * row above the queue and ignore the pointer. Their positions come from the stage's layout.
 */

import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { onFrame } from '../../core/run/frame-loop';
import { PACES } from '../../core/run/playback';
import type { RunBuffer } from '../../core/run/run-buffer';
import { sceneStore } from '../../core/scene/scene-store';
import { type LaneLayout, layoutLane, placeX } from '../../core/stage/stage-layout';

/** Gap between two names [px]. */
const GAP = 12;

export function QueueNotes({ run }: { run: RunBuffer }) {
  const ground = document.querySelector<HTMLElement>('.stage-ground');
  return ground === null ? null : createPortal(<Notes run={run} ground={ground} />, ground);
}

function Notes({ run, ground }: { run: RunBuffer; ground: HTMLElement }) {
  const arrives = useRef<HTMLSpanElement>(null);
  const waits = useRef<HTMLSpanElement>(null);
  const leaves = useRef<HTMLSpanElement>(null);
  const greedy = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    let layout: LaneLayout | undefined;
    let version = -1;
    /** The labelled packet. The label stays on it until it has left. */
    let followed: number | undefined;

    const place = (element: HTMLElement | null, middle: number, least: number, most: number): [number, number] => {
      const width = element?.offsetWidth ?? 0;
      const left = Math.round(Math.max(least, Math.min(middle - width / 2, most - width)));
      if (element !== null && layout !== undefined)
        element.style.translate = `${left}px ${Math.round(layout.regionY - element.offsetHeight / 2)}px`;
      return [left, left + width];
    };
    const lay = (): void => {
      const { width, height } = ground.getBoundingClientRect();
      const { limit } = run.facts;
      layout = layoutLane({ x: 0, y: 0, width, height }, limit);
      version = -1;
    };
    const observer = new ResizeObserver(lay);
    observer.observe(ground);
    lay();

    const stop = onFrame('paint', () => {
      if (layout === undefined || run.version === version) return;
      version = run.version;
      const { box, door, transmitter, rect } = layout;
      const [, arrivesEnd] = place(arrives.current, door.x + door.width / 2, 0, rect.width);
      const [leavesStart] = place(leaves.current, transmitter.x + transmitter.width / 2, 0, rect.width);
      const [, waitsEnd] = place(waits.current, box.x, Math.max(box.x, arrivesEnd + GAP), leavesStart - GAP);

      const { flow, packet } = run.latest.queue;
      const at = followed === undefined ? -1 : packet.indexOf(followed);
      const chosen = at >= 0 ? at : middleOne(flow, (row) => run.isUnresponsive(row));
      followed = packet[chosen];
      const { state, pace } = sceneStore.getState();
      // At a faster speed the label would jump too often, so no packet has one.
      const isFollowed = state !== 'playing' || PACES[pace]?.pace.kind === 'decisions';
      const room = leavesStart - waitsEnd - 2 * GAP;
      const isShown = chosen >= 0 && isFollowed && room >= (greedy.current?.offsetWidth ?? 0);
      for (const element of [greedy.current, line.current])
        if (element !== null) element.style.visibility = isShown ? 'visible' : 'hidden';
      if (!isShown || line.current === null || greedy.current === null) return;
      const x = placeX(layout, chosen);
      place(greedy.current, x, waitsEnd + GAP, leavesStart - GAP);
      const top = layout.regionY + greedy.current.offsetHeight / 2;
      line.current.style.translate = `${Math.round(x)}px ${Math.round(top)}px`;
      line.current.style.height = `${Math.max(0, Math.round(box.y - top))}px`;
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }, [run, ground]);

  return (
    <div className="queue-notes">
      <span ref={arrives} className="queue-notes__name strong unbroken">
        arrives here
      </span>
      <span ref={waits} className="queue-notes__name strong unbroken">
        waits here
      </span>
      <span ref={greedy} className="queue-notes__name queue-notes__name--greedy strong unbroken">
        <span aria-hidden="true">◆</span> this flow does not slow down
      </span>
      <span ref={line} className="queue-notes__line" aria-hidden="true" />
      <span ref={leaves} className="queue-notes__name strong unbroken">
        leaves here
      </span>
    </div>
  );
}

/**
 * The position of the greedy packet to label, or −1 if none is waiting. Two thirds of the greedy packets are ahead of
 * it, so it waits long enough for its label to be read.
 */
function middleOne(flows: ArrayLike<number>, isGreedy: (row: number) => boolean): number {
  const places = Array.from(flows, (row, place) => (isGreedy(row) ? place : -1)).filter((place) => place >= 0);
  return places[Math.floor((2 * places.length) / 3)] ?? -1;
}
