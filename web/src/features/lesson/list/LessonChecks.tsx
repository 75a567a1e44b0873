/** The check of the user's own lesson and its results, shown in a corner so that nothing else on the page moves. */

import type { Checking } from '../../../core/lesson/lesson-list-store';
import { IconButton } from '../../../ui/IconButton';
import './lesson-list.css';

interface Props {
  readonly checking: Checking;
  /** Stops the check, or hides its results. */
  readonly onStop: () => void;
}

export function LessonChecks({ checking, onStop }: Props) {
  const { phase, total, done, problems } = checking;
  return (
    <section className="lesson-checks floating box stack gap-1 breakable" aria-label="Check of your lesson">
      <p role="status">
        {phase === 'running'
          ? `Testing your lesson’s questions and tasks: ${done} of ${total}…`
          : problems.length === 0
            ? 'Tested: every question has an answer and every task can be solved.'
            : `Tested: ${problems.length === 1 ? 'one problem' : `${problems.length} problems`}.`}
      </p>
      <IconButton
        icon="close"
        name={phase === 'running' ? 'Stop testing' : 'Close'}
        className="button--quiet"
        onPress={onStop}
      />
      {problems.length > 0 && (
        <ul className="wrong" role="alert">
          {problems.map(({ line, problem }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal.
            <li key={place}>
              <strong>line {line}</strong>: {problem}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
