/** The name of the script language, with a link to its book. */

import type { ReactNode } from 'react';

export function RhaiLink({ children }: { readonly children: ReactNode }) {
  return (
    <a className="clear" href="https://rhai.rs/book/" target="_blank" rel="noreferrer" title="The Rhai book">
      {children}
    </a>
  );
}
