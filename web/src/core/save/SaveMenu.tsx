/**
 * The button with which a panel saves its content as a file or shows it in another way. The choices are loaded when the
 * button is first pressed.
 */

import { useRef, useState } from 'react';
import type { Colours } from '../../base/palette';
import { Icon } from '../../ui/Icon';
import { onDemand } from '../../ui/on-demand';
import type { Drawing } from './drawing';
import type { MakeTable, SavedJson } from './saved-table';

const SaveChoices = onDemand('Saving', async () => (await import('./SaveChoices')).SaveChoices, { isQuiet: true });

export interface SaveMenuProps {
  /** Title of the content, such as "Queue length". */
  readonly title: string;
  /** Makes the picture in the colours that the user has chosen. */
  readonly drawing?: ((colours: Colours) => Drawing | Promise<Drawing>) | undefined;
  /** Other files, each made in its own dialog. They are listed after the picture. */
  readonly others?: readonly OtherFile[] | undefined;
  /** One table, or several with names. */
  readonly table?: MakeTable | readonly NamedTable[] | undefined;
  /** JSON of the whole content. If it is given, the tables offer no JSON of their own. */
  readonly json?: (() => SavedJson | Promise<SavedJson>) | undefined;
  /** Other ways to view the content. They are listed before the files. */
  readonly ways?: readonly Way[] | undefined;
}

/** A way to view a picture, which can be switched on or off. */
export interface Way {
  /** Name of the way, such as "As a table". */
  readonly name: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

export interface OtherFile {
  readonly name: string;
  readonly says: string;
  /** Opens the dialog in which the file is made. */
  readonly open: () => void;
}

export interface NamedTable {
  readonly title: string;
  readonly make: MakeTable;
}

export function SaveMenu(props: SaveMenuProps) {
  const { title, ways } = props;
  const name = `${ways === undefined ? 'Save' : 'More'}: ${title}`;
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
        title={ways === undefined ? 'Save as a file' : `${ways.map((way) => way.name).join(', ')}, save as a file`}
        onClick={() => setOpen(true)}
      >
        <Icon name={ways === undefined ? 'save' : 'more'} />
        <span className="visually-hidden">{name}</span>
      </button>
      {isOpen && <SaveChoices {...props} name={name} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
