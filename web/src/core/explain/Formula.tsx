/** Text with a discipline's symbols typeset as in print: `min_th` in italics with a subscript. */

import { Fragment } from 'react';
import { PrintedSymbol } from '../../ui/PrintedSymbol';
import type { DisciplineAbout } from '../run/run-buffer';

interface Props {
  readonly text: string;
  readonly about: Pick<DisciplineAbout, 'quantities' | 'params'>;
}

export function Formula({ text, about }: Props) {
  return text.split(SYMBOLS).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified only by their position
    <Fragment key={at}>
      {isSymbol(part, about) ? (
        <i>
          <PrintedSymbol text={part} />
        </i>
      ) : (
        part
      )}
    </Fragment>
  ));
}

const SYMBOLS = /((?<!['’\p{L}])\p{L}[\p{L}\d]*(?:_\w+)*)/u;

/** True for a word with a subscript, a single letter that is not a word, or a symbol of the discipline. */
function isSymbol(part: string, { quantities, params }: Props['about']): boolean {
  if (!SYMBOLS.test(part)) return false;
  if (part.includes('_') || (part.length === 1 && part !== 'a' && part !== 'A' && part !== 'I')) return true;
  return [...quantities, ...params].some(({ symbol }) => symbol === part && symbol !== 'if');
}
