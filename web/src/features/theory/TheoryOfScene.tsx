/**
 * The formulas with all values for the open scene: measured here, published, and from reference runs. Loaded on demand.
 */

import { useMemo } from 'react';
import { useExperiments } from '../../core/experiment/experiment-store';
import type { FileWithValues } from '../../core/plots/values-from-elsewhere';
import type { LaneRun } from '../../core/run/lanes';
import type { SceneActions } from '../../core/scene/scene-store';
import { TheoryPanel } from './TheoryPanel';
import { valuesForFormulas } from './values-for-formulas';

interface TheoryProps {
  readonly lanes: readonly LaneRun[];
  readonly file: FileWithValues | undefined;
  readonly actions: Pick<SceneActions, 'linkOf' | 'connectAnother'>;
}

export function TheoryOfScene({ lanes, file, actions }: TheoryProps) {
  const report = useExperiments(({ experiments }) => experiments[file?.scenario.id ?? '']?.report);
  const elsewhere = useMemo(() => valuesForFormulas(file, report), [file, report]);
  return <TheoryPanel lanes={lanes} actions={actions} elsewhere={elsewhere} />;
}
