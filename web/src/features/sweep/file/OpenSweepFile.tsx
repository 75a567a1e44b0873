/** A button that opens a file as if it were dropped on the page, and the reasons why it could not be opened. */

import { useState } from 'react';
import { problemText } from '../../../base/problem-text';
import type { SceneActions, SettingProblem } from '../../../core/scene/scene-store';

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
      <label
        className="small-button"
        title="A sweep file, or a saved table in JSON or Parquet; dropping it on the page does the same"
      >
        Open a sweep file…
        <input
          type="file"
          className="visually-hidden"
          accept=".json,application/json,.parquet"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Emptied, so that the user can choose the same file again.
            target.value = '';
            if (file !== undefined) void open(file);
          }}
        />
      </label>
      {refused !== undefined && (
        <div className="problems sweep-run__whole" role="alert">
          <strong className="wrong">{refused.name} could not be opened; scene and sweep stay as they are.</strong>
          <ul>
            {refused.problems.map(({ path, problem }) => (
              <li key={`${path} ${problem}`}>
                <strong>{path}</strong> {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
