/** A link on paper: as a QR code, and as an address if that is short enough to be typed. */

import { QrCode } from '../../../ui/QrCode';
import type { SheetLink } from './sheet-facts';

/** Greatest length of an address that is printed for typing [characters]. */
const LONGEST_TYPED = 90;
/** Greatest length for a small code [characters]; the codes of longer addresses have more squares and are drawn larger. */
const LONGEST_IN_SMALL = 220;
/** Greatest length for a code [characters]; longer addresses give squares that are too small for phones. */
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
