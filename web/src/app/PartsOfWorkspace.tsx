/** Switches between parts that share one area: the tabs of a workspace, or the task of a lesson and the editor. */

import { showWorkspace } from '../core/page/view-store';
import { TABS } from '../features';
import { Segments } from '../ui/Segments';

/** Switches between the tabs of a workspace. One tab is shown at a time. */
export function PartsOfWorkspace({ shown }: { readonly shown: string }) {
  const whole = TABS.find(({ id }) => id === shown)?.within ?? shown;
  const parts = TABS.flatMap(({ id, name, within }) =>
    name !== undefined && (id === whole || within === whole) ? [{ id, name }] : [],
  );
  if (parts.length < 2) return null;
  return <Segments label="Part of the workspace" choices={parts} chosen={shown} onChoose={showWorkspace} />;
}

interface TurnsProps {
  readonly turn: 'task' | 'editor';
  readonly onTurn: (turn: 'task' | 'editor') => void;
}

/** Switches between a lesson's task and the editor, which do not fit on a narrow screen together. */
export function Turns({ turn, onTurn }: TurnsProps) {
  return <Segments label="Task or editor" className="turns" choices={TURNS} chosen={turn} onChoose={onTurn} />;
}

const TURNS = [
  { id: 'task', name: 'Task' },
  { id: 'editor', name: 'Editor' },
] as const;
