/** A link as a QR code: black on white in every theme, with the white margin that QR scanners need. */

import { qrOf } from '../base/qr';

interface Props {
  readonly text: string;
  /** Content of the code in words. */
  readonly name: string;
}

export function QrCode({ text, name }: Props) {
  const code = qrOf(text);
  if (code === undefined) return <p>Too long for a QR code.</p>;
  const { modules } = code;
  const size = modules.length;
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code: ${name}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}

/** A path with one rectangle for each row of adjacent dark modules. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  const stretches: string[] = [];
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      const from = x;
      while (row[x] === true) x += 1;
      if (x > from) stretches.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
  });
  return stretches.join('');
}
