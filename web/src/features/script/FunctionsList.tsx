/** The functions and names that a script may use, as a list with a search field. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/IconButton';
import { type ListedName, type NameGroup, searchedNames } from './functions-list';
import { RhaiLink } from './RhaiLink';

interface Props {
  readonly groups: readonly NameGroup[];
  readonly onInsert: (name: ListedName) => void;
  readonly onClose: () => void;
}

export function FunctionsList({ groups, onInsert, onClose }: Props) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = searchedNames(groups, query);
  const count = found.reduce((sum, { names }) => sum + names.length, 0);
  const first = query === '' ? undefined : found[0]?.names[0];
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The focus returns to the button that opened the list, unless the user moves on to the editor.
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(box.current, event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter' && event.target === field.current && first !== undefined) {
      event.preventDefault();
      onInsert(first);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list, and the arrows move in it
    <div className="script-anew script-names column cover" ref={box} onKeyDown={press}>
      <div className="script-names__head row row--tight gap-2 line-below">
        <input
          ref={field}
          type="search"
          className="field grow"
          aria-label="Search the functions"
          placeholder="Search names and meanings"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p className="fixed small soft" role="status">
          {count === 1 ? '1 name' : `${count} names`}
          {first !== undefined && <span className="visually-hidden">. Enter inserts {first.head}.</span>}
        </p>
        <IconButton icon="close" name="Close the functions" className="button--quiet" onPress={onClose} />
      </div>
      <div className="script-names__list grow scrolls scrolls--down">
        {found.map(({ title, names }) => (
          <section key={title} aria-label={title}>
            <h3 className="script-names__group small faint strong">{title}</h3>
            <ul>
              {names.map((name) => (
                <li key={name.head}>
                  <button
                    type="button"
                    className="script-names__one bare"
                    data-first={name === first || undefined}
                    onClick={() => onInsert(name)}
                  >
                    <code className="clear breakable">{name.head}</code> <span className="soft">{name.meaning}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && <p className="script-names__none soft">No name or meaning contains all these words.</p>}
      </div>
      <p className="script-names__foot small soft line-above">
        The language is <RhaiLink>Rhai</RhaiLink>; a script can call only these functions.
      </p>
    </div>
  );
}

/** Moves the focus through the field and the names with the arrow keys. */
function walk(box: HTMLElement | null, by: 1 | -1): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('input, .script-names__one') ?? [])];
  const now = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(0, now + by), stops.length - 1)]?.focus();
}
