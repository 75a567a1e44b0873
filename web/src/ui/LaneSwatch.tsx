/** The colour of a lane, shown beside its name. Indexes of lanes count from 0. */
export function LaneSwatch({ lane }: { lane: number }) {
  return <span className="lane-swatch" data-lane={lane} aria-hidden="true" />;
}
