/**
 * The state of a lane's script for React: whether its text runs, is being typed or parsed, has an error, or could not
 * be parsed.
 */

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ScriptFacts } from '../../core/border/script';
import { keepDraft, type ScriptActions, scriptStore, setBreakpoints } from '../../core/scene/script-store';
import { settled } from './breakpoint-lines';
import type { ScriptView } from './script-view';
import { ScriptWriter, type WriterState } from './script-writer';

/** A text and its declarations. */
interface Described {
  readonly text: string;
  readonly facts: ScriptFacts;
}

interface Writing {
  readonly state: WriterState;
  /** The declarations of the last correct text. */
  readonly described: Described | undefined;
  readonly onText: (text: string) => void;
}

export function useScriptWriter(
  view: RefObject<ScriptView | null>,
  lane: number,
  running: string,
  actions: Pick<ScriptActions, 'readScript' | 'writeScript'>,
): Writing {
  const [state, setState] = useState<WriterState>({ kind: 'runs' });
  const [described, setDescribed] = useState<Described>();
  const writer = useRef<ScriptWriter>(undefined);
  const latest = useRef(running);
  latest.current = running;

  useEffect(() => {
    const made = new ScriptWriter(actions, lane, latest.current, {
      onState: (now) => {
        setState(now);
        // The draft is also stored outside the editor, because a lesson's task checks it.
        keepDraft(made.draft);
      },
      onFacts: (facts, text) => {
        setDescribed({ facts, text });
        if (view.current?.text !== text) return;
        // The user may have changed the lines. A breakpoint at a line where the run can no longer stop moves to the
        // next such line.
        const lines = settled(view.current.breakpoints, facts.lines);
        view.current.stopAt(lines);
        setBreakpoints(lines);
      },
    });
    writer.current = made;
    view.current?.stopAt(scriptStore.getState().breakpoints);
    void made.describe();
    // The unfinished text of an editor that was closed earlier.
    const { draft } = scriptStore.getState();
    if (draft !== undefined && draft.of === latest.current) view.current?.show(draft.text);
    return () => {
      writer.current = undefined;
      keepDraft(made.draft);
      made.dispose();
    };
  }, [actions, lane, view]);

  useEffect(() => {
    const { current } = writer;
    if (current === undefined) return;
    const isFromElsewhere = current.runs(running);
    keepDraft(current.draft);
    if (!isFromElsewhere) return;
    view.current?.show(running, true);
    void current.describe();
  }, [running, view]);

  const onText = useCallback((text: string) => writer.current?.typed(text), []);
  return { state, described, onText };
}
