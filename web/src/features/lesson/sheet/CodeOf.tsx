/** A link on paper: as a QR code, and as an address where it is short enough to be typed. */

import { QrCode } from '../../../ui/QrCode';
import type { SheetLink } from './sheet-facts';

/** Longer addresses are not typed. */
const LONGEST_TYPED = 90;
/** A longer one has smaller squares: its code is drawn larger. */
const LONGEST_IN_SMALL = 220;
/** Beyond this the squares are too small for phones at any size that a sheet has room for. */
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
