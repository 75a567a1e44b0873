/** Beside the name of a discipline that is rebuilt from a short description; nothing for those that are documented. */

interface Props {
  /** As the catalog of the engine says it. */
  readonly confidence: 'high' | 'medium' | 'low';
  /** What is certain, and what is our decision. */
  readonly note?: string;
}

export function ConfidenceBadge({ confidence, note }: Props) {
  if (confidence !== 'low') return null;
  return (
    <span className="badge" title={note}>
      reconstruction
    </span>
  );
}
