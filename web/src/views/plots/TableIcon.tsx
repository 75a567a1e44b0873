/** On the button that shows a plot as numbers. */

export function TableIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d="M2 3h12v10H2zM2 6.5h12M2 9.75h12M6.5 3v10" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  );
}
