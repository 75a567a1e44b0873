/** The first screen of an audience poll: the question, its QR code as large as possible, and its address. */

import { Fragment, type ReactNode } from 'react';
import type { HallQuestion } from '../../core/lesson/hall-question';
import { QrCode } from '../../ui/QrCode';

/** An address in which lines may break after punctuation, but not within a word. */
function breakable(address: string): ReactNode {
  return address.split(/(?<=[/~#=])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal.
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}

interface Props {
  readonly question: HallQuestion;
  readonly address: string;
  /** Number of answers so far. */
  readonly count: number;
  readonly onTake: () => void;
  readonly children?: ReactNode;
}

export function HallCode({ question, address, count, onTake, children }: Props) {
  return (
    <div className="hall-code">
      <QrCode text={address} name="the question, for the audience’s phones" />
      <div className="hall-code__side stack">
        <p className="hall-code__question lead">{question.question}</p>
        <ol className="hall-code__steps">
          <li>Scan the code, or type the address.</li>
          <li>Predict.</li>
          <li>Run it with your own seed.</li>
          <li>Show your code.</li>
        </ol>
        <p className="hall-code__address well mono breakable">{breakable(address.replace(/^https?:\/\//, ''))}</p>
        <p className="hall-code__count row">
          <output>
            <strong>{count}</strong> {count === 1 ? 'answer is' : 'answers are'} in
          </output>
          <button type="button" className="button button--accent" onClick={onTake}>
            Collect answers
          </button>
        </p>
        {children}
        <p className="hall-small soft">
          No server: nothing is sent. Each phone runs the simulation itself, with a seed of its own.
        </p>
      </div>
    </div>
  );
}
