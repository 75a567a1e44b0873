/** The link to the scene as text, as a QR code, and as lines for a slide, with or without the simulated time. */

import { type ReactNode, useRef, useState } from 'react';
import { formatTime } from '../../base/format';
import { qrOf } from '../../base/qr';
import { type SettingProblem, useScene } from '../../core/scene/scene-store';
import { copyText } from '../../ui/copy-text';
import { Icon } from '../../ui/Icon';
import { QrCode } from '../../ui/QrCode';
import { LargeCode } from './LargeCode';
import type { ShareSectionProps } from './section';
import { shortText } from './short-text';
import type { SceneLink } from './use-scene-link';

interface Props extends ShareSectionProps {
  readonly made: SceneLink;
  readonly isPaused: boolean;
  readonly includesMoment: boolean;
  readonly onMoment: (withMoment: boolean) => void;
  /** Other uses of the simulated time. */
  readonly children?: ReactNode;
}

/** Largest version of a QR code that a phone can scan from across a room. */
const EASY_VERSION = 10;

export function LinkSection({ lanes, link, made, isPaused, includesMoment, onMoment, children }: Props) {
  const scenario = useScene((state) => state.scenario);
  const preset = useScene((state) => state.preset?.scenario);
  const [said, setSaid] = useState('');
  const [isLarge, setIsLarge] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  const run = lanes[0]?.run;
  const now_s = run?.latest.scalars.now_s ?? 0;
  const text =
    scenario === undefined || link === ''
      ? ''
      : shortText({
          scenario,
          preset,
          lanes: lanes.map(({ name }) => name),
          catalog: run?.catalog,
          link,
          ...(includesMoment ? { at_s: now_s } : {}),
        });

  const status = made.isUnanswered ? 'The link could not be made: the engine does not answer.' : said;
  return (
    <>
      <p className="share__text soft">
        Anyone who opens the link sees the same scene, down to the last number: settings, seed and every change during
        the run.
      </p>
      <div className="share-link">
        <div className="share-link__texts stack">
          {made.problems.length > 0 ? (
            <NoLink problems={made.problems} changes={scenario?.interventions.length ?? 0} />
          ) : (
            <div className="stack gap-1">
              <label className="labelled">
                Link
                <input
                  ref={field}
                  className="field field--code"
                  readOnly
                  value={link}
                  onFocus={(event) => event.currentTarget.select()}
                />
              </label>
              <span className="body soft">{link.length} characters</span>
            </div>
          )}
          <label className="share__tick row row--tight">
            <input
              type="checkbox"
              checked={includesMoment}
              disabled={!isPaused}
              onChange={(event) => {
                setSaid('');
                onMoment(event.target.checked);
              }}
            />
            {isPaused ? `Open paused at this time, ${formatTime(now_s)}` : 'Open paused at this time (pause first)'}
          </label>
          <button
            type="button"
            className="button button--accent"
            disabled={link === ''}
            onClick={() => void copyText(link, field.current).then(setSaid)}
          >
            Copy the link
          </button>
          {text !== '' && (
            <div className="share__short stack">
              <label className="labelled">
                Short text for a slide
                <textarea
                  ref={lines}
                  className="field field--code"
                  readOnly
                  rows={4}
                  value={text}
                  onFocus={(event) => event.currentTarget.select()}
                />
              </label>
              <button type="button" className="button" onClick={() => void copyText(text, lines.current).then(setSaid)}>
                Copy the text
              </button>
            </div>
          )}
          <p className="share__said" role="status">
            {status}
          </p>
        </div>
        {link !== '' && <Code link={link} onLarge={() => setIsLarge(true)} />}
      </div>
      {children}
      {isLarge && link !== '' && (
        <LargeCode link={link} lines={text.split('\n').slice(0, -1)} onClose={() => setIsLarge(false)} />
      )}
    </>
  );
}

function Code({ link, onLarge }: { readonly link: string; readonly onLarge: () => void }) {
  const version = qrOf(link)?.version;
  if (version === undefined)
    return (
      <p className="share-link__code body stack soft">
        The link is too long for a QR code. “Start over with these values” turns the changes during the run into
        settings and shortens the link.
      </p>
    );
  return (
    <div className="share-link__code stack">
      <QrCode text={link} name="the link of this scene" />
      <p className="body soft">
        QR code, version {version} of 40
        {version > EASY_VERSION && ': finely structured, show it large'}
      </p>
      <button type="button" className="button" onClick={onLarge}>
        <Icon name="projector" />
        Show it large
      </button>
    </div>
  );
}

/** Shown if there is no link: the reason and the remedy. */
function NoLink({ problems, changes }: { readonly problems: readonly SettingProblem[]; readonly changes: number }) {
  return (
    <div className="problems" role="alert">
      <strong className="wrong">This scene cannot be put into a link.</strong>
      <ul>
        {problems.slice(0, MOST_SHOWN).map(({ path, problem }) => (
          <li key={`${path} ${problem}`}>
            {path} {problem}
          </li>
        ))}
      </ul>
      <p>
        {changes > 0
          ? `The scene has ${changes} ${changes === 1 ? 'change' : 'changes'} during the run: “Start over with these values” turns them into settings and shortens the link.`
          : 'It differs too much from its preset.'}
      </p>
    </div>
  );
}

const MOST_SHOWN = 4;
