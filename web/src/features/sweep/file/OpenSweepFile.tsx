/**
 * A button that opens a file as if it had been dropped on the page. If the file cannot be opened, the reasons are
 * listed.
 */

import { useState } from 'react';
import { problemText } from '../../../base/problem-text';
import type { SceneActions, SettingProblem } from '../../../core/scene/scene-store';
import { OpenFileButton } from '../../../ui/OpenFileButton';
import { ProblemList } from '../../../ui/ProblemList';

interface Props {
  readonly actions: Pick<SceneActions, 'openFile'>;
}

export function OpenSweepFile({ actions }: Props) {
  const [refused, setRefused] = useState<{ readonly name: string; readonly problems: readonly SettingProblem[] }>();
  const open = async (file: File): Promise<void> => {
    setRefused(undefined);
    const problems = await actions
      .openFile(file, file.name)
      .catch((problem: unknown) => [{ path: 'file', problem: `could not be opened: ${problemText(problem)}` }]);
    if (problems.length > 0) setRefused({ name: file.name, problems });
  };
  return (
    <>
      <OpenFileButton
        isSmall
        title="A sweep file, or a saved table in JSON or Parquet; you can also drop it on the page"
        accept=".json,application/json,.parquet"
        onOpen={(file) => void open(file)}
      >
        Open a sweep file…
      </OpenFileButton>
      {refused !== undefined && (
        <div className="problems sweep-run__whole" role="alert">
          <strong className="wrong">
            {refused.name} could not be opened; the scene and the sweep stay as they are.
          </strong>
          <ProblemList problems={refused.problems} />
        </div>
      )}
    </>
  );
}
