/** A link in a field, and a button that copies it. */

import { type ReactNode, useRef } from 'react';
import { copyText } from './copy-text';

interface Props {
  readonly label: string;
  readonly link: string;
  /** Receives the message about the copy. */
  readonly onSay: (words: string) => void;
  /** A remark below the link. */
  readonly children?: ReactNode;
}

export function LinkToCopy({ label, link, onSay, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="row row--end">
      <label className="labelled">
        {label}
        <input
          ref={field}
          className="field mono body"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" className="button" onClick={() => void copyText(link, field.current).then(onSay)}>
        Copy the link
      </button>
      {children}
    </div>
  );
}
