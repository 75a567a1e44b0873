/** The catalogue, shown on top of the lab and loaded on demand. */

import { useView } from '../../core/page/view-store';
import { closeCatalogue, openCatalogue } from '../../core/session/address';
import type { Feature } from '../../core/session/feature';
import type { Session } from '../../core/session/session';
import { Modal } from '../../ui/Modal';
import { onDemand } from '../../ui/on-demand';

export const CATALOGUE: Feature = {
  id: 'catalogue',
  keys: { a: { does: 'The catalogue of all disciplines', press: () => openCatalogue() } },
};

const CatalogueOfLab = onDemand('The catalogue', async () => (await import('./CatalogueOfLab')).CatalogueOfLab, {
  wayOut: () => ({ name: 'Back to the lab', leave: closeCatalogue }),
});

export function Catalogue({ session }: { session: Session }) {
  const place = useView((state) => state.catalogue);
  if (place === undefined) return null;
  return (
    <Modal className="over-lab" aria-label="Catalogue of queue disciplines" waits onClose={closeCatalogue}>
      <CatalogueOfLab session={session} place={place} />
    </Modal>
  );
}
