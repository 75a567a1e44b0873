/** One small button: what it stands at, as a file. Its choices are loaded when it is first pressed. */

import { useRef, useState } from 'react';
import type { Colours } from '../../base/palette';
import { Icon } from '../../ui/Icon';
import { onDemand } from '../../ui/on-demand';
import type { Drawing } from './drawing';
import type { MakeTable, SavedJson } from './saved-table';

const SaveChoices = onDemand('Saving', async () => (await import('./SaveChoices')).SaveChoices, { isQuiet: true });

export interface SaveMenuProps {
  /** What is saved: "Queue length". */
  readonly title: string;
  /** Made when a picture is asked for, in the colours that the viewer wants. */
  readonly drawing?: ((colours: Colours) => Drawing | Promise<Drawing>) | undefined;
  /** One table, or several with names. */
  readonly table?: MakeTable | readonly NamedTable[] | undefined;
  /** What is saved as JSON in place of the tables. */
  readonly json?: (() => SavedJson | Promise<SavedJson>) | undefined;
}

export interface NamedTable {
  readonly title: string;
  readonly make: MakeTable;
}

export function SaveMenu(props: SaveMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        className="small-button save-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title="Save as a file"
        onClick={() => setOpen(true)}
      >
        <Icon name="save" />
        <span className="visually-hidden">Save: {props.title}</span>
      </button>
      {isOpen && <SaveChoices {...props} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
