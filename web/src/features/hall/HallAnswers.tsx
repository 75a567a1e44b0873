/**
 * Collects the audience's answer codes, which are typed, pasted or scanned. Histogram and values would reveal the
 * result, so they appear only when the lecturer asks for them.
 */

import { useEffect, useRef, useState } from 'react';
import { formatValue } from '../../base/format';
import type { HallQuestion } from '../../core/lesson/hall-question';
import { handOver } from '../../core/save/hand-over';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Camera } from './Camera';
import { HallHistogram } from './HallHistogram';
import { HallOptions } from './HallOptions';
import { accepted, csvOf, type HallRoom, type Heard, NOTHING_SHOWN, OWN_SEEDS } from './hall-room';
import { useRoom } from './use-room';

interface Props {
  readonly room: HallRoom;
  readonly address: string;
  readonly isRevealed: boolean;
  readonly onReveal: () => void;
}

export function HallAnswers({ room, address, isRevealed, onReveal }: Props) {
  const { question } = room;
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState({ words: '', isGood: true });
  const [isSeeing, setIsSeeing] = useState(false);
  const heard = useRoom(room, (state) => state.heard) ?? [];
  const { answers, ownRuns, ofHall, ofOwn } = useRoom(room, (state) => state.shown) ?? NOTHING_SHOWN;
  const problem = useRoom(room, (state) => state.problem);
  useEffect(() => room.runOwn(), [room]);

  const take = (text: string): boolean => {
    const { isTaken, words } = room.take(text);
    setSaid({ words, isGood: isTaken });
    return isTaken;
  };
  return (
    <div className="hall-answers">
      <section className="hall-answers__picture" aria-label="Result">
        {!isRevealed ? (
          <Hidden
            count={accepted(heard).length}
            onReveal={() => {
              // The focused button disappears, so the focus moves to the field.
              field.current?.focus();
              onReveal();
            }}
          />
        ) : question.answer.kind === 'slider' ? (
          <HallHistogram {...{ answers, ownRuns, ofHall, ofOwn }} measure={question.answer} />
        ) : (
          <HallOptions choice={question.answer} {...{ answers, ownRuns }} />
        )}
      </section>
      <section className="hall-answers__side" aria-label="Collecting answers">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (field.current !== null && take(field.current.value)) field.current.value = '';
          }}
        >
          <label className="labelled">
            Code from a phone
            <input
              ref={field}
              className="field hall-take__field mono"
              placeholder="ABCD-EFGH-JKMN-PQRS"
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={64}
              onChange={() => setSaid({ words: '', isGood: true })}
            />
          </label>
          <div className="row">
            <button type="submit" className="button button--accent">
              Add
            </button>
            {!isSeeing && (
              <button type="button" className="button" onClick={() => setIsSeeing(true)}>
                Scan with the camera
              </button>
            )}
          </div>
          <p className={`kept-line hall-small strong ${said.isGood ? '' : 'wrong'}`} role="status">
            {said.words}
          </p>
        </form>
        {isSeeing && <Camera onSeen={take} onClose={() => setIsSeeing(false)} />}
        <HeardList heard={heard} question={question} isRevealed={isRevealed} onRemove={(seed) => room.remove(seed)} />
        <p className="hall-small soft">
          {problem === undefined
            ? `This page has run ${ownRuns.length} of its own ${OWN_SEEDS} seeds. It also runs every code again: same scene, same seed, same value.`
            : `This page cannot run seeds: ${problem}`}
        </p>
        <div className="row">
          <button
            type="button"
            className="button"
            disabled={heard.length === 0}
            onClick={() => handOver('hall.csv', new Blob([csvOf(question, heard, address)], { type: 'text/csv' }))}
          >
            <Icon name="save" />
            Save as CSV
          </button>
          <ClearButton count={heard.length} onClear={() => room.clear()} />
        </div>
        <p className="hall-small soft">
          No server: nothing is sent. The answers stay in this browser until they are cleared.
        </p>
      </section>
    </div>
  );
}

/** Shown in place of the result until the lecturer reveals it. */
function Hidden({ count, onReveal }: { readonly count: number; readonly onReveal: () => void }) {
  return (
    <div className="hall-hidden stack">
      <p className="lead">
        {count} {count === 1 ? 'answer is' : 'answers are'} in
      </p>
      <p className="soft">The result shows the phones’ values and {OWN_SEEDS} runs of this page.</p>
      <button type="button" className="button button--accent" onClick={onReveal}>
        Show the result
      </button>
    </div>
  );
}

interface ListProps {
  readonly heard: readonly Heard[];
  readonly question: HallQuestion;
  readonly isRevealed: boolean;
  readonly onRemove: (seed: number) => void;
}

const STATES: Readonly<
  Record<Heard['state'], { readonly sign: string; readonly look?: string; readonly words: string }>
> = {
  waiting: { sign: '…', words: 'running again' },
  confirmed: { sign: '✓', look: 'good', words: 'confirmed' },
  'not-confirmed': { sign: '✕', look: 'wrong', words: 'not confirmed: left out' },
  unknown: { sign: '?', look: 'wrong', words: 'could not be run: left out' },
};

function quoted(option: string | undefined): string {
  return option === undefined ? 'no option clearly' : `“${option}”`;
}

/** The answers, newest first. */
function HeardList({ heard, question, isRevealed, onRemove }: ListProps) {
  const { answer } = question;
  const words = (value: number): string =>
    answer.kind === 'choice' ? quoted(answer.options[Math.round(value)]) : formatValue(value, answer.unit, 3);
  return (
    <ul className="hall-heard" aria-label="Answers" tabIndex={heard.length > 0 ? 0 : undefined}>
      {heard.toReversed().map(({ seed, code, prediction, value, run, state }) => (
        <li key={seed} className="row row--tight">
          <span className={STATES[state].look} aria-hidden="true">
            {STATES[state].sign}
          </span>
          <span className="grow">
            {isRevealed && <strong>{words(run !== undefined && state === 'confirmed' ? run.value : value)}</strong>}
            <small className="hall-small soft">
              {prediction === undefined ? 'no prediction' : `predicted ${words(prediction)}`}, {STATES[state].words}
            </small>
            <small className="hall-small soft mono">{code}</small>
          </span>
          <IconButton
            icon="close"
            name={`Remove ${code}`}
            title="Remove this answer"
            className="button--quiet"
            onPress={() => onRemove(seed)}
          />
        </li>
      ))}
    </ul>
  );
}

/** A button that asks for confirmation. */
function ClearButton({ count, onClear }: { readonly count: number; readonly onClear: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking)
    return (
      <button type="button" className="button" disabled={count === 0} onClick={() => setIsAsking(true)}>
        Clear all
      </button>
    );
  return (
    <button
      type="button"
      className="button"
      onBlur={() => setIsAsking(false)}
      onClick={() => {
        setIsAsking(false);
        onClear();
      }}
    >
      Clear all {count}?
    </button>
  );
}
