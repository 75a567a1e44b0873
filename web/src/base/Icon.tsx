/** The few icons of the page, as paths on a 24 × 24 grid. */

const PATHS = {
  play: 'M7 4.5v15a1 1 0 0 0 1.5.86l12.5-7.5a1 1 0 0 0 0-1.72L8.5 3.64A1 1 0 0 0 7 4.5Z',
  pause: 'M7 4h3.5v16H7zM13.5 4H17v16h-3.5z',
  restart: 'M5 4h2.5v16H5zM20 4.9v14.2a.9.9 0 0 1-1.4.75L8.6 12.75a.9.9 0 0 1 0-1.5l10-7.1A.9.9 0 0 1 20 4.9Z',
  step: 'M16.5 4H19v16h-2.5zM4 4.9v14.2a.9.9 0 0 0 1.4.75l10-7.1a.9.9 0 0 0 0-1.5l-10-7.1A.9.9 0 0 0 4 4.9Z',
  chevron: 'm6.3 9.3 1.4-1.4 4.3 4.3 4.3-4.3 1.4 1.4-5.7 5.7z',
  close: 'm6.2 4.8 5.8 5.8 5.8-5.8 1.4 1.4-5.8 5.8 5.8 5.8-1.4 1.4-5.8-5.8-5.8 5.8-1.4-1.4 5.8-5.8-5.8-5.8z',
  undo: 'M8.5 4 4 8.5 8.5 13V9.75h5a4 4 0 0 1 0 8H7v2.5h6.5a6.5 6.5 0 1 0 0-13h-5z',
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM11 1h2v3.5h-2zM11 19.5h2V23h-2zM1 11h3.5v2H1zM19.5 11H23v2h-3.5zM3.5 4.9l1.4-1.4 2.5 2.5L6 7.4zM16.6 18l1.4-1.4 2.5 2.5-1.4 1.4zM3.5 19.1 6 16.6 7.4 18l-2.5 2.5zM16.6 6l2.5-2.5 1.4 1.4L18 7.4z',
  moon: 'M20.7 14.6A9 9 0 0 1 9.4 3.3a9 9 0 1 0 11.3 11.3Z',
  system: 'M3 4h18a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-7v2h3v2H7v-2h3v-2H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm1 2v9h16V6z',
  share:
    'M17 2.5a3.5 3.5 0 1 1-2.6 5.85L9.9 10.9a3.5 3.5 0 0 1 0 2.2l4.5 2.55a3.5 3.5 0 1 1-.9 1.85L8.7 14.8a3.5 3.5 0 1 1 0-5.6l4.8-2.7A3.5 3.5 0 0 1 17 2.5Z',
  sliders:
    'M4 6h8.2a3 3 0 0 1 5.6 0H20v2h-2.2a3 3 0 0 1-5.6 0H4zM4 16h2.2a3 3 0 0 1 5.6 0H20v2h-8.2a3 3 0 0 1-5.6 0H4z',
  explain: 'M4 5h16v2H4zM4 9.7h11v2H4zM7 14.3h13v2H7zM4 19h9v2H4z',
  keys: 'M3 6h18a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Zm2 3v2h2V9zm4 0v2h2V9zm4 0v2h2V9zm4 0v2h2V9zM7 13.5v2h10v-2z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
