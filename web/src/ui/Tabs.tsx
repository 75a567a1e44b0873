/** Tabs that show one panel at a time. The arrow keys, Home and End move between tabs. */

import { type KeyboardEvent, useRef } from 'react';

interface Props<Id> {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly name: string }[];
  readonly shown: Id;
  readonly onShow: (id: Id) => void;
  /** Prefix of the ids of tabs and panels (`panelNames`). It must be unique on the page. */
  readonly ids: string;
  readonly className: string;
  readonly isVertical?: boolean;
}

export function Tabs<Id extends string>({ label, tabs, shown, onShow, ids, className, isVertical }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const from = tabs.findIndex(({ id }) => id === shown);
    const to = tabs[placeAfter(event.key, from, tabs.length) ?? tabs.length];
    if (to === undefined) return;
    event.preventDefault();
    onShow(to.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${to.id}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      className={className}
      aria-label={label}
      aria-orientation={isVertical === true ? 'vertical' : 'horizontal'}
      onKeyDown={press}
    >
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${ids}-${id}`}
          data-tab={id}
          aria-selected={id === shown}
          aria-controls={id === shown ? `${ids}-${id}-panel` : undefined}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onShow(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The attributes of a tab's panel. */
export function panelNames(ids: string, tab: string) {
  return { role: 'tabpanel', id: `${ids}-${tab}-panel`, 'aria-labelledby': `${ids}-${tab}` };
}

/**
 * Index of the tab to which a key leads. The last tab wraps around to the first. Undefined for other keys. Horizontal
 * and vertical arrows both work.
 */
function placeAfter(key: string, place: number, count: number): number | undefined {
  const places: Readonly<Record<string, number>> = {
    Home: 0,
    End: count - 1,
    ArrowDown: place + 1,
    ArrowRight: place + 1,
    ArrowUp: place - 1,
    ArrowLeft: place - 1,
  };
  const to = places[key];
  return to === undefined ? undefined : (to + count) % count;
}
