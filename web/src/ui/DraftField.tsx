/**
 * A field for text that takes effect when the user presses Enter or leaves the field. Escape restores the previous
 * text.
 */

interface Props {
  readonly id: string;
  readonly className: string;
  /** The text as typed. Undefined if the user has typed nothing. */
  readonly draft: string | undefined;
  /** The text in force. */
  readonly inForce: string;
  readonly isWrong: boolean | undefined;
  readonly describedBy: string | undefined;
  /** Smallest width of a field for one number [characters]. A longer text makes the field wider. */
  readonly least?: number;
  readonly onDraft: (draft: string | undefined) => void;
  readonly onCommit: () => void;
}

export function DraftField({ id, className, draft, inForce, isWrong, describedBy, least, onDraft, onCommit }: Props) {
  const text = draft ?? inForce;
  const isNumber = least !== undefined;
  return (
    <input
      id={id}
      className={className}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      size={isNumber ? Math.max(least, text.length) : undefined}
      value={text}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      onChange={(event) => onDraft(event.target.value)}
      onFocus={(event) => isNumber && event.currentTarget.select()}
      onBlur={onCommit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onCommit();
        else if (event.key === 'Escape' && draft !== undefined) {
          event.stopPropagation();
          onDraft(undefined);
        }
      }}
    />
  );
}
