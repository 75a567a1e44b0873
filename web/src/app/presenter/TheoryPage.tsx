/** The scene's formula with its curve as a large picture, and measurements of the run beside it. */

import { useExperiments } from '../../core/experiment/experiment-store';
import type { LaneRun } from '../../core/run/lanes';
import type { SceneActions } from '../../core/scene/scene-store';
import { PictureFigure } from '../../features/theory/PictureFigure';
import { Comparisons } from '../../features/theory/TheoryPanel';
import { usePicture } from '../../features/theory/use-picture';
import { Select } from '../../ui/Select';
import '../../features/theory/theory.css';
import { useMemo } from 'react';
import type { FileWithValues } from '../../core/plots/values-from-elsewhere';
import { PICTURES } from '../../features/theory/pictures';
import { choosePicture } from '../../features/theory/theory-settings';
import { valuesForFormulas } from '../../features/theory/values-for-formulas';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly file: FileWithValues | undefined;
  readonly actions: Pick<SceneActions, 'connectAnother'>;
}

export function TheoryPage({ lanes, file, actions }: Props) {
  const report = useExperiments(({ experiments }) => experiments[file?.scenario.id ?? '']?.report);
  const elsewhere = useMemo(() => valuesForFormulas(file, report), [file, report]);
  const { definition, picture } = usePicture(lanes, elsewhere, actions);
  return (
    <section className="presenter-theory" aria-label="Theory">
      <h2 className="visually-hidden">Theory</h2>
      <PictureFigure key={definition.id} title={definition.title} picture={picture} />
      <div className="stack gap-3 presenter-theory__side">
        <Select
          label="Formula"
          options={PICTURES.map(({ id, short }) => ({ id, name: short }))}
          chosen={definition.id}
          onChoose={choosePicture}
        />
        <p className="presenter-theory__sees">{picture.sees}</p>
        <div className="body mono presenter-code">
          {definition.formula.map((line) => (
            <code key={line} className="breakable">
              {line}
            </code>
          ))}
        </div>
        <Comparisons compared={picture.compared} rows={picture.comparisons} />
        <p className="soft">{definition.source}</p>
      </div>
    </section>
  );
}
