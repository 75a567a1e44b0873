/** The button that shows or hides a plot's numbers as a table. */

interface Props {
  /** The name of the plot. */
  readonly title: string;
  /** The id of the element that holds the table. */
  readonly controls: string;
  readonly isTable: boolean;
  readonly setTable: (isTable: boolean) => void;
}

export function TableButton({ title, controls, isTable, setTable }: Props) {
  return (
    <button
      type="button"
      className="small-button"
      aria-expanded={isTable}
      aria-controls={controls}
      title="Show these values as numbers"
      onClick={() => setTable(!isTable)}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M2 3h12v10H2zM2 6.5h12M2 9.75h12M6.5 3v10" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      <span className="visually-hidden">{title} as a table</span>
    </button>
  );
}
