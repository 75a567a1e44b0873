/** The sheet of keys. */

import { useEffect, useId, useRef } from 'react';
import { Icon } from '../../base/Icon';
import { LicencesLine } from '../../base/LicencesLine';

interface KeyGroup {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'Time',
    rows: [
      { keys: ['Space'], does: 'Play or pause' },
      { keys: ['b'], does: 'Play backward' },
      {
        keys: ['←', '→'],
        does: 'One step back or on, by what “Step by” says; at a match half a step: candidates drawn, nothing removed yet',
      },
      { keys: ['Shift ←', 'Shift →'], does: 'One second back or on' },
      { keys: ['[', ']'], does: 'To the drop before, to the next drop' },
      { keys: ['↑', '↓'], does: 'Faster, slower' },
      { keys: ['Home'], does: 'Restart' },
    ],
  },
  {
    title: 'Lanes',
    rows: [
      { keys: ['1', '2', '3', '4'], does: 'Show one lane alone, or all again' },
      { keys: ['c'], does: 'Choose what to compare' },
      { keys: ['d'], does: 'Go to where the lanes part' },
    ],
  },
  {
    title: 'Page',
    rows: [
      { keys: ['t'], does: 'The formulas behind the scene, or the plots again' },
      { keys: ['v'], does: 'The paper’s values beside the run’s, or the plots again' },
      { keys: ['a'], does: 'The catalogue of all disciplines' },
      { keys: ['p'], does: 'Presenter size: larger, without the side panels' },
      { keys: ['?'], does: 'This sheet' },
      { keys: ['Tab'], does: 'To the next control; arrows inside the stage, the plots and the scrubber' },
      { keys: ['Esc'], does: 'Stop what takes long; close a list, a sheet or a dialog' },
    ],
  },
];

/** Open as long as it is there. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onClose={onClose}>
      <div className="dialog__head">
        <h2 className="dialog__title" id={title}>
          Keys
        </h2>
        <button type="button" className="button button--icon button--quiet" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">Close</span>
        </button>
      </div>
      {GROUPS.map(({ title: heading, rows }) => (
        <section key={heading} className="keys" aria-label={heading}>
          <h3 className="heading">{heading}</h3>
          <dl>
            {rows.map(({ keys, does }) => (
              <div key={does} className="keys__row">
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <LicencesLine />
    </dialog>
  );
}
