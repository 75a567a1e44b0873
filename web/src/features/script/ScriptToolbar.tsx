/** Commands for a lane's text. */

import { useId } from 'react';
import type { DisciplineAbout } from '../../core/border/catalog';
import { useScript, watchValue } from '../../core/scene/script-store';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { OpenFileButton } from '../../ui/OpenFileButton';
import { Select } from '../../ui/Select';
import { RhaiLink } from './RhaiLink';

interface Props {
  readonly lane: number;
  readonly name: string;
  /** The script's declarations. Undefined until the engine has parsed it. */
  readonly about: DisciplineAbout | undefined;
  readonly isRight: boolean;
  readonly isChecking: boolean;
  readonly isStarting: boolean;
  readonly isTranslating: boolean;
  readonly isListing: boolean;
  readonly onStart: () => void;
  readonly onCheck: () => void;
  readonly onStopCheck: () => void;
  readonly onFormat: () => void;
  readonly onOpen: (file: File) => void;
  readonly onSave: () => void;
  readonly onTranslate: () => void;
  readonly onList: () => void;
}

export function ScriptToolbar(props: Props) {
  const { lane, name, about, isRight, isChecking, isStarting, isTranslating, isListing } = props;
  return (
    <div className="script-toolbar row gap-1 line-below">
      <span className="script-toolbar__name row row--tight">
        <LaneSwatch lane={lane} />
        <strong className="one-line">{name}</strong>
        <span className="soft small unbroken">
          in <RhaiLink>Rhai</RhaiLink>
        </span>
      </span>
      <button
        type="button"
        className="small-button"
        aria-expanded={isListing}
        title="Search and insert everything that a script can call"
        onClick={props.onList}
      >
        Functions
      </button>
      <button type="button" className="small-button" aria-expanded={isStarting} onClick={props.onStart}>
        Start from…
      </button>
      {isChecking ? (
        <button type="button" className="small-button" onClick={props.onStopCheck}>
          Stop the search
        </button>
      ) : (
        <button
          type="button"
          className="small-button"
          disabled={!isRight}
          title="Tests the laws of every queue on a hundred small scenes"
          onClick={props.onCheck}
        >
          Find mistakes
        </button>
      )}
      <button
        type="button"
        className="small-button"
        title="Indents all lines again (Shift+Alt+F)"
        onClick={props.onFormat}
      >
        Format
      </button>
      <OpenFileButton isSmall accept=".rhai,text/plain" onOpen={(file) => props.onOpen(file)}>
        Open file…
      </OpenFileButton>
      <button
        type="button"
        className="small-button"
        title="Saves a file that chokepoint run reads"
        onClick={props.onSave}
      >
        Save as file
      </button>
      <button
        type="button"
        className="small-button"
        aria-expanded={isTranslating}
        disabled={!isRight && !isTranslating}
        title="The script for ns-2 and ns-3"
        onClick={props.onTranslate}
      >
        As C++…
      </button>
      <Watch about={about} />
    </div>
  );
}

/** Chooses the value that is plotted over time. */
function Watch({ about }: { readonly about: DisciplineAbout | undefined }) {
  const watched = useScript((state) => state.watched);
  const id = useId();
  const values = (about?.gauges ?? []).map((gauge) => {
    const unit = gauge.unit === '' || gauge.unit === '1' ? '' : ` [${gauge.unit}]`;
    return { id: gauge.id, name: (gauge.symbol || gauge.id) + unit };
  });
  return (
    <span className="script-toolbar__watch row row--tight gap-1 soft small">
      <label htmlFor={id}>Watch</label>
      <Select
        id={id}
        options={[{ id: '', name: 'nothing' }, ...values]}
        chosen={values.find((value) => value.id === watched)?.id ?? ''}
        onChoose={(value) => watchValue(value || undefined)}
      />
    </span>
  );
}
