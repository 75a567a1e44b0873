/**
 * A badge beside the name of a discipline that was reconstructed from a short description. Well-documented disciplines
 * have none.
 */

interface Props {
  /** Level of confidence, in the words of the engine's catalog. */
  readonly confidence: 'high' | 'medium' | 'low';
  /** What is certain about the rule, and our decisions. */
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
