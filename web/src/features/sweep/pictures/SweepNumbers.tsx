/** The numbers in the picture, as a table. */

import { useState } from 'react';
import { NumbersTable } from '../../../ui/NumbersTable';
import type { ShownSweep } from './shown-sweep';
import { sweepNumbers } from './sweep-numbers';

export function SweepNumbers({ shown }: { readonly shown: ShownSweep }) {
  const [first, setFirst] = useState(0);
  return <NumbersTable title={shown.title} table={sweepNumbers(shown, first)} onPage={setFirst} />;
}
