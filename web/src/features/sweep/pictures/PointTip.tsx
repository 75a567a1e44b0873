/** A note beside the point under the pointer: the values of the settings, and every lane's result at this point. */

import { useLayoutEffect, useRef } from 'react';
import { LaneSwatch } from '../../../ui/LaneSwatch';
import type { Size } from '../../../ui/use-size';
import { pointLines } from './point-words';
import { pointWords, type ShownSweep } from './shown-sweep';
import type { Box, Spot } from './sweep-picture';

interface Props {
  readonly shown: ShownSweep;
  readonly spot: Spot;
  readonly box: Box;
  readonly size: Size;
  readonly by: 'pointer' | 'touch' | 'keyboard';
}

const OPENS = {
  pointer: 'Click: open this scene',
  touch: 'Tap again: open this scene',
  keyboard: 'Enter: open this scene',
} as const;
const GAP = 14;

export function PointTip({ shown, spot, box, size, by }: Props) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    if (element === null) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const after = box.x + box.width + GAP;
    const isAfter = after + width <= size.width || box.x - GAP - width < 0;
    const left = isAfter ? Math.min(after, size.width - width) : box.x - GAP - width;
    const top = Math.max(0, Math.min(size.height - height, box.y + box.height / 2 - height / 2));
    element.style.left = `${Math.max(0, left)}px`;
    element.style.top = `${top}px`;
  });
  const isAllowed = shown.problemAt(spot.point, spot.lane) === undefined;
  return (
    <div className="sweep-tip bubble figures" ref={tip} aria-hidden="true">
      <p className="sweep-tip__point">{pointWords(shown, spot.point)}</p>
      <table>
        <tbody>
          {pointLines(shown, spot).map(({ lane, index, name, value, details, isChosen }) => (
            <tr key={lane} data-chosen={isChosen}>
              <th scope="row" className="unbroken">
                <LaneSwatch lane={index} /> {name}
              </th>
              <td>
                {value}
                {isChosen &&
                  details.map((detail) => (
                    <span key={detail} className="sweep-tip__detail plain">
                      {detail}
                    </span>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.remarksAt(spot.point).map((remark) => (
        <p key={remark} className="sweep-tip__remark">
          △ {remark}
        </p>
      ))}
      {isAllowed && <p className="soft">{OPENS[by]}</p>}
    </div>
  );
}
