/** A choice among many options, in a drop-down list. */

import type { ReactNode } from 'react';

export interface Option<Id> {
  readonly id: Id;
  readonly name: string;
  /** Longer description, shown as a tooltip. */
  readonly meaning?: string | undefined;
  /** Title of the option's group. A group's options follow one another. */
  readonly group?: string | undefined;
  /** True if the user cannot choose the option. It may still be the current one. */
  readonly isOff?: boolean;
}

interface Props<Id> {
  readonly options: readonly Option<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** What is chosen, for screen readers. Not needed inside a label. */
  readonly label?: string;
  readonly title?: string | undefined;
  readonly id?: string;
  readonly describedBy?: string;
  readonly className?: string;
}

export function Select<Id extends string | number>(props: Props<Id>) {
  const { options, chosen, onChoose, label, title, id, describedBy, className = 'select' } = props;
  return (
    <select
      id={id}
      className={className}
      aria-label={label}
      aria-describedby={describedBy}
      title={title}
      value={chosen}
      onChange={({ target }) => {
        const option = options.find((one) => String(one.id) === target.value);
        if (option !== undefined) onChoose(option.id);
      }}
    >
      {inGroups(options).map(([group, members]) =>
        group === undefined ? (
          members
        ) : (
          <optgroup key={group} label={group}>
            {members}
          </optgroup>
        ),
      )}
    </select>
  );
}

/** The options as elements, grouped and in order. */
function inGroups<Id extends string | number>(options: readonly Option<Id>[]) {
  const groups = new Map<string | undefined, ReactNode[]>();
  for (const { id, name, meaning, group, isOff } of options) {
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push(
      <option key={id} value={id} title={meaning} disabled={isOff}>
        {name}
      </option>,
    );
  }
  return [...groups];
}
