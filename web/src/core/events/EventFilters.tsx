/** Filters of the list of events: by flow and by kind. */

import { reasonGlyph } from '../../base/palette';
import { MOST_LISTED, NumberField } from '../../ui/NumberField';
import { flowName } from '../run/describe-decision';
import type { RunBuffer } from '../run/run-buffer';
import type { EventChoice } from './event-rows';

interface Props {
  readonly choice: EventChoice;
  readonly run: RunBuffer;
  readonly onChoose: (choice: EventChoice) => void;
}

export function EventFilters({ choice, run, onChoose }: Props) {
  const { facts, about, catalog } = run;
  const { who } = choice;
  // With thousands of flows, the user chooses a flow by its number instead of from a list.
  const isByNumber = facts.flows.length > MOST_LISTED;
  return (
    <div className="stack events-filters">
      <label>
        <span className="visually-hidden">Flows listed</span>
        <select
          className="field small events-select"
          value={isByNumber && who.kind === 'flow' ? ONE_FLOW : wordOf(who)}
          onChange={(event) => onChoose({ ...choice, who: whoOf(event.target.value) })}
        >
          <option value="all">All flows</option>
          {facts.classes.map((name) => (
            <option key={name} value={`class ${name}`}>
              All {name.toUpperCase()}
            </option>
          ))}
          {isByNumber ? (
            <option value={ONE_FLOW}>One flow, by its number</option>
          ) : (
            <optgroup label="One flow">
              {facts.flows.map(({ number }, row) => (
                <option key={number} value={`flow ${row}`}>
                  {flowName(facts, row)}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {isByNumber && who.kind === 'flow' && (
        <NumberField
          label="Flow number"
          value={who.row + 1}
          most={facts.flows.length}
          onChoose={(number) => onChoose({ ...choice, who: { kind: 'flow', row: number - 1 } })}
        />
      )}
      <label>
        <span className="visually-hidden">Reasons listed</span>
        <select
          className="field small events-select"
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

/** Value of the option "One flow, by its number". The first flow is then chosen, until the user enters a number. */
const ONE_FLOW = 'flow 0';

/**
 * Switch that adds admitted and sent packets to the list. These have no reason, so the switch is disabled while a
 * reason is chosen.
 */
export function EverythingSwitch({ choice, onChoose }: Omit<Props, 'run'>) {
  const isMeaningless = choice.reason !== undefined;
  return (
    <label
      className="row row--tight gap-1 small soft events-everything"
      title={isMeaningless ? 'Only drops and marks have a reason' : undefined}
    >
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
