/** A lane's colour, shown beside its name. Lane indices start at 0. */
export function LaneSwatch({ lane }: { lane: number }) {
  return <span className="lane-swatch" data-lane={lane} aria-hidden="true" />;
}
