/** Sending this exact scene: the address that opens it, with its seed, settings, changes and, if wanted, the moment. */

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatTime } from '../../base/format';
import { Icon } from '../../base/Icon';
import type { RunBuffer } from '../../run/run-buffer';
import { type SceneActions, useScene } from '../../store/scene-store';
import './share.css';

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  run: RunBuffer;
  isOpen: boolean;
  actions: SceneActions;
  onClose: () => void;
}

export function ShareDialog({ dialog, run, isOpen, actions, onClose }: Props) {
  const isPaused = useScene((state) => state.state !== 'playing');
  const scenario = useScene((state) => state.scenario);
  const [withMoment, setWithMoment] = useState(true);
  const [link, setLink] = useState('');
  const [said, setSaid] = useState('');
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
        if (isLatest) setLink(address);
      },
      () => {
        if (isLatest) setSaid('The link could not be made: the engine does not answer.');
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
    </dialog>
  );
}
