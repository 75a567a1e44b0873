/** The scene's QR code, filling the screen of a lecture hall: black on white in every theme. */

import { Fragment } from 'react';
import { CloseButton, Dialog } from '../../ui/Dialog';
import { QrCode } from '../../ui/QrCode';

interface Props {
  readonly link: string;
  /** The scene's title, followed by the names of its disciplines. */
  readonly lines: readonly string[];
  readonly onClose: () => void;
}

/** Longest URL that is shown for typing [characters]. */
const LONGEST_TYPED = 160;

export function LargeCode({ link, lines: [name = '', ...lines], onClose }: Props) {
  return (
    <Dialog title={name} className="share-large" head="own" onClose={onClose}>
      <CloseButton className="share-large__close" title="Close (Esc)" />
      <QrCode text={link} name="the link of this scene" />
      <div className="share-large__words stack breakable">
        <h2 className="share-large__title">{name}</h2>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {link.length <= LONGEST_TYPED && <p className="share-large__address mono">{breakable(link)}</p>}
      </div>
    </Dialog>
  );
}

/** An address in which lines may break after punctuation, but not within a word. */
function breakable(address: string) {
  return address
    .replace(/^https?:\/\//, '')
    .split(/(?<=[/~#=])/)
    .map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal.
      <Fragment key={place}>
        {part}
        <wbr />
      </Fragment>
    ));
}
