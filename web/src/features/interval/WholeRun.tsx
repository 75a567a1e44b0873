/** A button that clears the interval while its panel is hidden. */

import { lookAt, useView } from '../../core/page/view-store';

export function WholeRun() {
  const isInterval = useView((state) => state.interval !== undefined);
  if (!isInterval) return null;
  return (
    <button type="button" className="button" onClick={() => lookAt(undefined)}>
      Whole run
    </button>
  );
}
