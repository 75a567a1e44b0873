/** Mounts a script editor, whose content is set through its `ScriptView`. */

import { type RefObject, useEffect, useRef } from 'react';
import { ScriptView, type ScriptViewOptions } from './script-view';

interface Props extends Omit<ScriptViewOptions, 'root'> {
  readonly view: RefObject<ScriptView | null>;
}

/**
 * An editor for one lane; another lane gets a new one. Changes of the text and the label after the first render have no
 * effect.
 */
export function ScriptEditor({ view, ...options }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (host.current === null) return;
    const { text, label } = latest.current;
    const editor = new ScriptView({
      root: host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }),
      text,
      label,
      known: () => latest.current.known(),
      onText: (changed) => latest.current.onText(changed),
      onHelp: (help) => latest.current.onHelp(help),
      onToggle: (line) => latest.current.onToggle(line),
      onBreakpoints: (lines) => latest.current.onBreakpoints(lines),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [view]);
  return <div className="cover" ref={host} />;
}
