/** Describes the packets of the first lane: recorded packets, or packets passing through a router right now. */

import type { Scenario } from '../../core/border/scenario';
import { handOver } from '../../core/save/hand-over';
import { type RecordingFacts, type SceneActions, useScene } from '../../core/scene/scene-store';
import './recording-bar.css';

export function RecordingBar({
  recording,
  actions,
}: {
  recording: RecordingFacts;
  actions: Pick<SceneActions, 'goToNow' | 'recordingFile'>;
}) {
  const { name, description, live } = recording;
  const lanes = useScene((state) => state.scenario?.lanes.length ?? 1);
  const isAsRecorded = useScene((state) => state.scenario === undefined || isSame(state.scenario, description));
  const remarks = remarksOf(description.end);
  return (
    <section className="recording-bar row gap-3" aria-label="The packets of the first lane">
      <div className="recording-bar__text breakable">
        <p>
          <strong>{live === 'yes' ? 'Live' : description.origin === 'pcapng' ? 'Inferred' : 'Recorded'}</strong>{' '}
          {sourceOf(recording)}
          {lanes > 1 && ' The first lane decides on these packets; the others simulate the same scene.'}
        </p>
        {!isAsRecorded && (
          <p>
            You changed settings: the first lane shows what it would decide on the same packets. The hosts that sent
            them responded to the recorded decisions.
          </p>
        )}
        {description.decided_as_recorded === false && (
          <p>A replay made other decisions than the recording, which probably comes from another engine version.</p>
        )}
        {remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
      </div>
      {live === 'yes' && (
        <button type="button" className="button" onClick={() => actions.goToNow()}>
          To now
        </button>
      )}
      <button
        type="button"
        className="button"
        title="A file that any lab opens, with times, sizes and flows, but no addresses or content"
        onClick={() => {
          const file = actions.recordingFile();
          if (file !== undefined) handOver(fileName(name), file);
        }}
      >
        Save the recording
      </button>
    </section>
  );
}

/** One sentence on the packets: origin, number, date. */
function sourceOf({ description, live }: RecordingFacts): string {
  const { origin, facts, packets, known_until_s } = description;
  const text = (key: string): string | undefined => {
    const value = facts[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const where =
    origin === 'pcapng'
      ? 'from captures on both sides of a router'
      : ['packets of real hosts', text('kernel') && `under Linux ${text('kernel')}`].filter(Boolean).join(' ');
  if (live === 'yes') return `from this machine: ${where}.`;
  const { unix_time_s } = facts;
  const when = typeof unix_time_s === 'number' ? new Date(unix_time_s * 1000).toISOString().slice(0, 10) : undefined;
  const what = origin === 'pcapng' ? ' packets' : '';
  const count = `${packets.toLocaleString('en')}${what} in ${known_until_s.toFixed(0)} s`;
  const reproduced =
    description.decided_as_recorded === true ? ' Every recorded state of the queue was reproduced.' : '';
  const cut = description.end === null && live === 'no' ? ' The recording was cut off.' : '';
  return `${where}${when === undefined ? '' : `, ${when}`}${live === 'over' ? '.' : `: ${count}.`}${reproduced}${cut}`;
}

/** The limitations of a recording: the sentences in `matters` of its final record. */
function remarksOf(end: RecordingFacts['description']['end']): readonly string[] {
  const matters = end?.matters;
  return Array.isArray(matters) ? matters.filter((remark) => typeof remark === 'string') : [];
}

/**
 * True if the page's scene is still the recorded scene, apart from title, id and duration. Of the lanes, only the
 * page's first lane and the recorded lane are compared.
 */
function isSame(scenario: Scenario, { scenario: recorded, lane }: RecordingFacts['description']): boolean {
  const key = (scene: Scenario, place: number): string =>
    JSON.stringify({ ...scene, lanes: [scene.lanes[place]], duration_s: 0, id: '', title: '' });
  return key(scenario, 0) === key(recorded, lane);
}

function fileName(name: string): string {
  return /\.chokerec$/i.test(name) ? name : `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.chokerec`;
}
