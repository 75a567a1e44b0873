/** The sheet of keys. */

import { GLOSSARY, type TermId } from '../../base/glossary';
import { Dialog } from '../../ui/Dialog';
import { LicencesLine } from '../../ui/LicencesLine';
import { Meaning } from '../../ui/Meaning';
import { OfflineLine } from './OfflineLine';
import './keys.css';

interface KeyRow {
  readonly keys: readonly string[];
  readonly does: string;
}

interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

const PAGE = 'Page';

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'Time',
    rows: [
      { keys: ['Space'], does: 'Play or pause from anywhere; Enter activates the focused button' },
      { keys: ['b'], does: 'Play backward (not in the presenter)' },
      {
        keys: ['←', '→'],
        does: 'One step back or forward, as chosen under “Step by”; at a match, the first step removes no packet yet',
      },
      { keys: ['Shift ←', 'Shift →'], does: 'One second back or forward' },
      { keys: ['[', ']'], does: 'To the previous or next drop' },
      { keys: ['↑', '↓'], does: 'Faster, slower' },
      { keys: ['Home'], does: 'Restart' },
      {
        keys: ['Shift ←', 'Shift →'],
        does: 'On a plot over time or the scrubber: mark an interval from the cursor; releasing Shift opens it, Esc cancels it',
      },
    ],
  },
  {
    title: 'Lanes',
    rows: [
      { keys: ['1', '2', '3', '4'], does: 'Show one lane alone, or all again' },
      { keys: ['c'], does: 'Choose what to compare' },
      { keys: ['d'], does: 'Go to the time at which the lanes first differ' },
    ],
  },
  {
    title: 'In the presenter',
    rows: [
      {
        keys: ['PgDn', 'PgUp'],
        does: 'Forward or back in the lesson or the playlist; without either, one step',
      },
      { keys: ['b', '.'], does: 'Blank the screen, or show it again' },
      { keys: ['g', 'G'], does: 'Next or previous plot' },
      { keys: ['v', 't'], does: 'The paper or the formula; the same key again: the queue' },
      { keys: ['f'], does: 'Full screen on or off' },
      { keys: ['Esc'], does: 'Leave the presenter' },
    ],
  },
  {
    title: PAGE,
    rows: [
      { keys: ['m'], does: 'Add this moment to the playlist' },
      { keys: ['l'], does: 'The playlist' },
      { keys: ['p'], does: 'Presenter: one screen for a lecture hall' },
      { keys: ['Ctrl Z'], does: 'Undo the last change of the scene' },
      { keys: ['Ctrl ⇧ Z', 'Ctrl Y'], does: 'Redo' },
      { keys: ['?'], does: 'This sheet' },
      { keys: ['Tab'], does: 'To the next control; arrow keys inside the stage, the plots and the scrubber' },
      { keys: ['Esc'], does: 'Stop a long task; close a list, a sheet or a dialog' },
    ],
  },
];

interface Props {
  /** Features' keys, listed in the group “Page”. */
  readonly ofFeatures: readonly KeyRow[];
  readonly onClose: () => void;
  /** Shows the introduction again. */
  readonly onFirstMinute: () => void;
}

/** The dialog is open while the component exists. */
export function KeySheet({ ofFeatures, onClose, onFirstMinute }: Props) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      {GROUPS.map(({ title: heading, rows }) => (
        <section key={heading} className="keys" aria-label={heading}>
          <h3 className="heading">{heading}</h3>
          <dl>
            {(heading === PAGE ? [...ofFeatures, ...rows] : rows).map(({ keys, does }) => (
              <div key={does} className="keys__row">
                <dt className="row gap-1">
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
      <section className="keys" aria-label="Words">
        <details>
          <summary className="heading">What the words mean</summary>
          <ul className="stack">
            {(Object.keys(GLOSSARY) as TermId[]).map((id) => (
              <li key={id}>
                <Meaning of={id} />
              </li>
            ))}
          </ul>
        </details>
      </section>
      <button
        type="button"
        className="button"
        onClick={() => {
          onClose();
          onFirstMinute();
        }}
      >
        Show the introduction again
      </button>
      <OfflineLine />
      <LicencesLine />
    </Dialog>
  );
}
