/** The workspaces in the header. Each opens with the same scene, run and simulated time. */

import type { ReactNode } from 'react';
import { Select } from '../../ui/Select';
import { NARROW, useMedia } from '../../ui/use-media';
import { showWorkspace, useView } from '../page/view-store';
import { isOfPage, LAB, WATCH } from '../page/workspaces';
import './workspaces.css';

export interface WorkspaceChoice {
  /** Name of the workspace in links. */
  readonly id: string;
  /** Name in the header. Undefined if the header does not show the workspace. */
  readonly name?: string;
  /** Id of the workspace that contains this one. */
  readonly within?: string;
  readonly meaning?: string;
}

const OF_PAGE: readonly WorkspaceChoice[] = [
  { id: WATCH, name: 'Watch', meaning: 'The queue, the reason, the rule and one plot' },
  { id: LAB, name: 'Lab', meaning: 'All settings, all plots, the events and the listing' },
];

interface Props {
  readonly tabs: readonly WorkspaceChoice[];
  /** Entries of the header that are not workspaces. */
  readonly more?: readonly {
    readonly name: string;
    readonly meaning: string;
    readonly isHere: boolean;
    readonly onChoose: () => void;
  }[];
  /** Called before Watch or Lab is shown. */
  readonly onLeave?: () => void;
}

export function WorkspaceSwitch({ tabs, more = [], onLeave }: Props) {
  const workspace = useView((state) => state.workspace);
  const isNarrow = useMedia(NARROW);
  const isElsewhere = more.some(({ isHere }) => isHere);
  const choices = [...OF_PAGE, ...tabs].filter(({ name, within }) => name !== undefined && within === undefined);
  const whole = tabs.find(({ id }) => id === workspace)?.within ?? workspace;
  const here = choices.find(({ id }) => id === whole)?.id ?? LAB;
  if (isNarrow)
    return (
      <Select
        className="select workspaces__list"
        label="Workspace"
        options={[
          ...choices.map(({ id, name = id }) => ({ id, name })),
          ...more.map(({ name }) => ({ id: name, name })),
        ]}
        chosen={more.find(({ isHere }) => isHere)?.name ?? here}
        onChoose={(chosen) => {
          const other = more.find(({ name }) => name === chosen);
          if (other !== undefined) return other.onChoose();
          if (isOfPage(chosen)) onLeave?.();
          showWorkspace(chosen);
        }}
      />
    );
  return (
    <nav className="workspaces" aria-label="Workspaces">
      {choices.map(({ id, name, meaning }) => (
        <Word
          key={id}
          meaning={meaning}
          isHere={id === here && !isElsewhere}
          onChoose={() => {
            if (isOfPage(id)) onLeave?.();
            showWorkspace(id);
          }}
        >
          {name}
        </Word>
      ))}
      {more.map(({ name, meaning, isHere, onChoose }) => (
        <Word key={name} meaning={meaning} isHere={isHere} onChoose={onChoose}>
          {name}
        </Word>
      ))}
    </nav>
  );
}

interface WordProps {
  readonly meaning: string | undefined;
  readonly isHere: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Word({ meaning, isHere, onChoose, children }: WordProps) {
  return (
    <button
      type="button"
      className="bare workspaces__word"
      aria-current={isHere ? 'page' : undefined}
      title={meaning}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
