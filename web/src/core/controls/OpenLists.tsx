/**
 * Buttons that read a list from a file and configure a group of flows with it, such as the steps of a scheduled rate.
 */

import { useState } from 'react';
import { problemText } from '../../base/problem-text';
import { OpenFileButton } from '../../ui/OpenFileButton';
import { ProblemList } from '../../ui/ProblemList';
import { SceneRefused } from '../border/client';
import type { Scenario } from '../border/scenario';
import { askFull } from '../engine/ask-full';
import type { SettingProblem } from '../scene/scene-store';
import type { OfferedList } from './control-groups';

export interface OpenListsProps {
  readonly scenario: Scenario;
  /** The index of the group of flows. */
  readonly group: number;
  readonly lists: readonly OfferedList[];
  readonly onOpen: (scenario: Scenario) => Promise<void>;
}

export function OpenLists({ scenario, group, lists, onOpen }: OpenListsProps) {
  const [refused, setRefused] = useState<{ readonly name: string; readonly problems: readonly SettingProblem[] }>();
  const open = async (source: string, file: File): Promise<void> => {
    setRefused(undefined);
    try {
      const text = await file.text();
      const changed = await askFull({
        kind: 'scene-with-list',
        scenario: JSON.stringify(scenario),
        group,
        source,
        text,
      });
      await onOpen(JSON.parse(changed) as Scenario);
    } catch (problem) {
      const problems =
        problem instanceof SceneRefused ? problem.problems : [{ path: 'file', problem: problemText(problem) }];
      setRefused({ name: file.name, problems });
    }
  };
  return (
    <div className="row gap-1">
      {lists.map(({ source, name, meaning }) => (
        <OpenFileButton
          key={source}
          title={`CSV or JSON; ${meaning}`}
          accept=".csv,.tsv,.txt,.json,text/plain,text/csv,application/json"
          onOpen={(file) => void open(source, file)}
        >
          {name} from a file…
        </OpenFileButton>
      ))}
      {refused !== undefined && (
        <div className="problems" role="alert">
          <strong className="wrong">{refused.name} could not be used; the scene stays as it is.</strong>
          <ProblemList problems={refused.problems} />
        </div>
      )}
    </div>
  );
}
