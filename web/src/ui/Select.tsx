/** A choice among many options, in a list that opens. */

export interface Option<Id> {
  readonly id: Id;
  readonly name: string;
  /** Longer description, shown under the pointer. */
  readonly meaning?: string | undefined;
  /** The option can be the present one, but it cannot be chosen. */
  readonly isOff?: boolean;
}

interface Props<Id> {
  readonly options: readonly Option<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** The subject of the choice, for screen readers. Not needed inside a label. */
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
      {options.map((option) => (
        <option key={option.id} value={option.id} title={option.meaning} disabled={option.isOff}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
