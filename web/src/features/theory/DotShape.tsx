/** The shape of a measured value says where it is from: a disc is this run, the hollow ones are others'. */

import type { Dot } from './picture';

export function DotShape({ kind, radius }: { readonly kind: Dot['kind']; readonly radius: number }) {
  switch (kind) {
    case 'now':
      return <circle className="picture__now" r={radius} />;
    case 'experiment':
      return <path className="picture__hollow" d={`M${-radius} 0H${radius}M0 ${-radius}V${radius}`} />;
    case 'paper':
      return (
        <path
          className="picture__hollow"
          d={`M0 ${-radius * 1.3}L${radius * 1.3} 0L0 ${radius * 1.3}L${-radius * 1.3} 0Z`}
        />
      );
    case 'ns2':
      return <rect className="picture__hollow" x={-radius} y={-radius} width={2 * radius} height={2 * radius} />;
  }
}
