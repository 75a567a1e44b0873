/** Filters for the event list: by flow and by kind. */

import { reasonGlyph } from '../../base/palette';
import { MOST_LISTED, NumberField } from '../../ui/NumberField';
import { Select } from '../../ui/Select';
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
  // With thousands of flows, the user types a flow number instead of picking from a list.
  const isByNumber = facts.flows.length > MOST_LISTED;
  return (
    <div className="stack events-filters">
      <label>
        <span className="visually-hidden">Filter by flow</span>
        <Select
          className="field small events-select"
          options={[
            { id: 'all', name: 'All flows' },
            ...facts.classes.map((name) => ({ id: `class ${name}`, name: `All ${name.toUpperCase()}` })),
            ...(isByNumber
              ? [{ id: ONE_FLOW, name: 'One flow, by its number' }]
              : facts.flows.map((_, row) => ({ id: `flow ${row}`, name: flowName(facts, row), group: 'One flow' }))),
          ]}
          chosen={isByNumber && who.kind === 'flow' ? ONE_FLOW : wordOf(who)}
          onChoose={(word) => onChoose({ ...choice, who: whoOf(word) })}
        />
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
        <span className="visually-hidden">Filter by reason</span>
        <Select
          className="field small events-select"
          options={[
            { id: '', name: 'All reasons' },
            ...catalog.reasons
              .filter(({ id }) => about.reasons.includes(id))
              .map(({ id, name, family }) => ({ id, name: `${reasonGlyph(family)} ${name}` })),
          ]}
          chosen={choice.reason ?? ''}
          onChoose={(reason) => onChoose({ ...choice, reason: reason || undefined })}
        />
      </label>
    </div>
  );
}

/** Value of the option "One flow, by its number". It selects the first flow until the user enters a number. */
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
      admitted and sent too
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
