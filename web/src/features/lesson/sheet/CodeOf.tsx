/** A link on paper: a QR code, and the URL as text if it is short enough to type. */

import { QrCode } from '../../../ui/QrCode';
import type { SheetLink } from './sheet-facts';

/** Longest URL that is printed for typing [characters]. */
const LONGEST_TYPED = 90;
/** Longest URL with a small code [characters]. The codes of longer URLs have more modules and are printed larger. */
const LONGEST_IN_SMALL = 220;
/** Longest URL with a code [characters]. The modules of longer ones would be too small for phones. */
export const LONGEST_SCANNED = 700;

export function CodeOf({ link: { address, name } }: { readonly link: SheetLink }) {
  if (address.length > LONGEST_SCANNED) return null;
  return (
    <figure className="sheet-code breakable" data-size={address.length > LONGEST_IN_SMALL ? 'large' : 'small'}>
      <QrCode text={address} name={name} />
      <figcaption>
        {name}
        {address.length <= LONGEST_TYPED && (
          <span className="sheet-code__address">{address.replace(/^https?:\/\//, '')}</span>
        )}
      </figcaption>
    </figure>
  );
}
