/** Sending this exact scene: the address that opens it, with its seed, settings, changes and, if wanted, the moment. */

import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatTime } from '../../base/format';
import { Icon } from '../../base/Icon';
import { SceneRefused } from '../../engine/client';
import type { RunBuffer } from '../../run/run-buffer';
import { type SceneActions, type SettingProblem, useScene } from '../../store/scene-store';
import './share.css';

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  run: RunBuffer;
  isOpen: boolean;
  actions: SceneActions;
  onClose: () => void;
  /** What else can be made of the moment. */
  children?: ReactNode;
}

export function ShareDialog({ dialog, run, isOpen, actions, onClose, children }: Props) {
  const isPaused = useScene((state) => state.state !== 'playing');
  const scenario = useScene((state) => state.scenario);
  const [withMoment, setWithMoment] = useState(true);
  const [link, setLink] = useState('');
  const [said, setSaid] = useState('');
  const [problems, setProblems] = useState<readonly SettingProblem[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const title = useId();
  const includesMoment = isPaused && withMoment;

  // The scene can change while the dialog is open: an answer that comes late must not win.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scenario is another link.
  useEffect(() => {
    if (!isOpen) return;
    let isLatest = true;
    setSaid('');
    actions.linkOf(includesMoment).then(
      (address) => {
        if (!isLatest) return;
        setLink(address);
        setProblems([]);
      },
      (problem: unknown) => {
        if (!isLatest) return;
        // The link before opens another scene.
        setLink('');
        if (problem instanceof SceneRefused) setProblems(problem.problems);
        else setSaid('The link could not be made: the engine does not answer.');
      },
    );
    return () => {
      isLatest = false;
    };
  }, [isOpen, includesMoment, scenario, actions]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid('Copied.');
    } catch {
      field.current?.focus();
      field.current?.select();
      setSaid('Selected: copy it with the keyboard or the menu of the field.');
    }
  };

  return (
    <dialog ref={dialog} className="dialog share" aria-labelledby={title} onClose={onClose}>
      <div className="dialog__head">
        <h2 className="dialog__title" id={title}>
          Send this exact scene
        </h2>
        <button type="button" className="button button--icon button--quiet" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span className="visually-hidden">Close</span>
        </button>
      </div>
      <p className="share__text">
        Whoever opens the link sees the same scene, down to the last number: settings, seed and what was changed on the
        way.
      </p>
      {problems.length > 0 ? (
        <NoLink problems={problems} changes={scenario?.interventions.length ?? 0} />
      ) : (
        <label className="share__label">
          Link
          <input
            ref={field}
            className="field share__field"
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
      <label className="share__moment">
        <input
          type="checkbox"
          checked={includesMoment}
          disabled={!isPaused}
          onChange={(event) => setWithMoment(event.target.checked)}
        />
        {isPaused
          ? `Open paused at this moment, ${formatTime(run.latest.scalars.now_s)}`
          : 'Open paused at this moment (pause first)'}
      </label>
      <div className="share__actions">
        <p role="status">{said}</p>
        <button type="button" className="button button--accent" disabled={link === ''} onClick={() => void copy()}>
          Copy the link
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** In place of the link: why there is none, and what makes one possible again. */
function NoLink({ problems, changes }: { readonly problems: readonly SettingProblem[]; readonly changes: number }) {
  return (
    <div className="share__refusal" role="alert">
      <strong>No link can be made of this scene.</strong>
      <ul>
        {problems.slice(0, MOST_SHOWN).map(({ path, problem }) => (
          <li key={`${path} ${problem}`}>
            {path} {problem}
          </li>
        ))}
      </ul>
      <p>
        {changes > 0
          ? `The scene carries ${changes} ${changes === 1 ? 'change' : 'changes'} on the way: “Start over with these values” makes settings of them, and the link short.`
          : 'It differs too much from its preset.'}
      </p>
    </div>
  );
}

const MOST_SHOWN = 4;
