/** Whose and which events are listed. */

import { reasonGlyph } from '../../base/palette';
import { flowName } from '../../run/describe-decision';
import type { RunBuffer } from '../../run/run-buffer';
import type { EventChoice } from './event-rows';

interface Props {
  readonly choice: EventChoice;
  readonly run: RunBuffer;
  readonly onChoose: (choice: EventChoice) => void;
}

export function EventFilters({ choice, run, onChoose }: Props) {
  const { facts, about, catalog } = run;
  return (
    <div className="events-filters">
      <label>
        <span className="visually-hidden">Flows listed</span>
        <select
          className="events-select"
          value={wordOf(choice.who)}
          onChange={(event) => onChoose({ ...choice, who: whoOf(event.target.value) })}
        >
          <option value="all">All flows</option>
          {facts.classes.map((name) => (
            <option key={name} value={`class ${name}`}>
              All {name.toUpperCase()}
            </option>
          ))}
          <optgroup label="One flow">
            {facts.flows.map(({ number }, row) => (
              <option key={number} value={`flow ${row}`}>
                {flowName(facts, row)}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label>
        <span className="visually-hidden">Reasons listed</span>
        <select
          className="events-select"
          value={choice.reason ?? ''}
          onChange={({ target }) => onChoose({ ...choice, reason: target.value === '' ? undefined : target.value })}
        >
          <option value="">All reasons</option>
          {catalog.reasons
            .filter(({ id }) => about.reasons.includes(id))
            .map(({ id, name, family }) => (
              <option key={id} value={id}>
                {reasonGlyph(family)} {name}
              </option>
            ))}
        </select>
      </label>
    </div>
  );
}

/** Beside the drops and marks; only these have a reason, so a chosen reason leaves nothing else. */
export function EverythingSwitch({ choice, onChoose }: Omit<Props, 'run'>) {
  const isMeaningless = choice.reason !== undefined;
  return (
    <label className="events-everything" title={isMeaningless ? 'Only drops and marks have a reason' : undefined}>
      <input
        type="checkbox"
        checked={choice.isEverything}
        disabled={isMeaningless}
        onChange={(event) => onChoose({ ...choice, isEverything: event.target.checked })}
      />
      also admitted and sent
    </label>
  );
}

function wordOf(who: EventChoice['who']): string {
  if (who.kind === 'class') return `class ${who.name}`;
  return who.kind === 'flow' ? `flow ${who.row}` : 'all';
}

function whoOf(value: string): EventChoice['who'] {
  const [kind, name = ''] = value.split(/ (.*)/);
  if (kind === 'class') return { kind, name };
  return kind === 'flow' ? { kind, row: Number(name) } : { kind: 'all' };
}
