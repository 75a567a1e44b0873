/**
 * The logo: a queue of four packets. Two belong to responsive flows, one belongs to an unresponsive flow, and one is
 * outlined as a match.
 */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 34 16" aria-hidden="true" focusable="false">
      <rect fill="var(--responsive)" x="1" y="2" width="6" height="12" rx="1.5" />
      <rect fill="var(--responsive)" x="9.5" y="2" width="6" height="12" rx="1.5" />
      <rect fill="var(--unresponsive)" x="18" y="2" width="6" height="12" rx="1.5" />
      <rect fill="none" stroke="var(--match)" strokeWidth="1.5" x="27" y="2.5" width="5.5" height="11" rx="1.5" />
    </svg>
  );
}
