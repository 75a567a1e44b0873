/** A button that opens a file chosen by the user. */

import type { ReactNode } from 'react';

interface Props {
  /** The content of the button. */
  readonly children: ReactNode;
  /** The accepted file types, as in the input's `accept` attribute. */
  readonly accept: string;
  /** True if the button is one in a row of text. */
  readonly isSmall?: boolean;
  readonly title?: string;
  /** The id of the element with the reasons why a file could not be opened. */
  readonly problemsId?: string;
  /** Receives the file and the input in which it was chosen. */
  readonly onOpen: (file: File, field: HTMLInputElement) => void;
}

export function OpenFileButton({ children, accept, isSmall = false, title, problemsId, onOpen }: Props) {
  return (
    <label className={isSmall ? 'small-button' : 'button'} title={title}>
      {children}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        aria-describedby={problemsId}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Cleared, so that the user can choose the same file again.
          target.value = '';
          if (file !== undefined) onOpen(file, target);
        }}
      />
    </label>
  );
}
