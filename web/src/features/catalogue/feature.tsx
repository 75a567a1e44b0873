/** The catalogue over the lab: a window of its own, loaded when somebody opens it. */

import { useEffect, useRef } from 'react';
import { useView } from '../../core/page/view-store';
import { closeCatalogue, openCatalogue } from '../../core/session/address';
import type { Feature } from '../../core/session/feature';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';

export const CATALOGUE: Feature = {
  id: 'catalogue',
  keys: { a: { does: 'The catalogue of all disciplines', press: () => openCatalogue() } },
};

const CatalogueOfLab = onDemand('The catalogue', async () => (await import('./CatalogueOfLab')).CatalogueOfLab, {
  wayOut: () => (
    <button type="button" className="button" onClick={closeCatalogue}>
      Back to the lab
    </button>
  ),
});

export function Catalogue({ session }: { session: Session }) {
  const place = useView((state) => state.catalogue);
  return place === undefined ? null : <Window session={session} place={place} />;
}

function Window({ session, place }: { session: Session; place: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Removing an open dialog from the page gives the focus back to nobody.
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="over-lab"
      aria-label="Catalogue of queue disciplines"
      onCancel={(event) => {
        event.preventDefault();
        closeCatalogue();
      }}
    >
      <CatalogueOfLab session={session} place={place} />
    </dialog>
  );
}
