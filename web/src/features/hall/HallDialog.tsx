/** An audience poll that fills the screen: first its QR code, then the answers. */

import { useEffect, useMemo, useState } from 'react';
import { connectRunner } from '../../core/experiment/runner';
import { endHall, type HallSubject } from '../../core/lesson/hall-store';
import type { LaneRun } from '../../core/run/lanes';
import { CloseButton } from '../../ui/Dialog';
import { laneOptions } from '../../ui/lane-options';
import { Modal } from '../../ui/Modal';
import { Segments } from '../../ui/Segments';
import { Select } from '../../ui/Select';
import { HallAnswers } from './HallAnswers';
import { HallCode } from './HallCode';
import { accepted, HallRoom } from './hall-room';
import { type HallActions, useQuestion } from './use-question';
import { useRoom } from './use-room';
import './hall.css';

export interface HallDialogProps {
  readonly subject: HallSubject;
  readonly lanes: readonly LaneRun[];
  /** The question's lane, unless the lecturer chooses another. */
  readonly lane: number;
  readonly actions: HallActions;
  readonly addressOf: (fragment: string) => string;
}

/** Number of processor cores that the poll leaves free for the page. */
const SPARE = 1;

export function HallDialog({ subject, lanes, lane: focused, actions, addressOf }: HallDialogProps) {
  const [metricId, setMetricId] = useState<string>();
  const [lane, setLane] = useState(focused);
  const [isTaking, setIsTaking] = useState(false);
  /**
   * Fragment of the question whose result is shown. A result contains the answer, so it is shown only when the lecturer
   * reveals it.
   */
  const [revealed, setRevealed] = useState<string>();
  const { metrics, question, problem } = useQuestion(subject, lanes, lane, metricId, actions);
  const fragment = question?.fragment;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fragment identifies the question.
  const room = useMemo(
    () =>
      question === undefined
        ? undefined
        : new HallRoom(question, connectRunner, Math.max(1, (navigator.hardwareConcurrency || 2) - SPARE)),
    [fragment],
  );
  useEffect(() => {
    room?.open();
    return () => room?.close();
  }, [room]);
  const count = useRoom(room, ({ heard }) => accepted(heard).length) ?? 0;
  const title = (isTaking ? question?.question : undefined) ?? 'Ask the audience';
  return (
    <Modal className="over-lab hall" aria-label={title} onClose={endHall}>
      <header className="row row--tight gap-3">
        <h2 className="hall__title grow lead">{title}</h2>
        <Segments
          label="View"
          choices={[
            { id: false, name: 'QR code' },
            { id: true, name: `Answers (${count})` },
          ]}
          chosen={isTaking}
          onChoose={setIsTaking}
        />
        <CloseButton title="Close (Esc); the answers stay in this browser" />
      </header>
      {question === undefined || room === undefined ? (
        <p role="status">
          {problem === undefined ? 'Making the address…' : `This question has no address: ${problem}`}
        </p>
      ) : isTaking ? (
        <HallAnswers
          key={question.fragment}
          room={room}
          address={addressOf(question.fragment)}
          isRevealed={revealed === question.fragment}
          onReveal={() => setRevealed(question.fragment)}
        />
      ) : (
        <HallCode
          question={question}
          address={addressOf(question.fragment)}
          count={count}
          onTake={() => setIsTaking(true)}
        >
          {subject.kind === 'scene' && (
            <div className="hall-small row gap-3">
              <label className="stack gap-1 soft">
                Quantity
                <Select
                  options={metrics}
                  chosen={question.answer.kind === 'slider' ? question.answer.metric : ''}
                  onChoose={setMetricId}
                />
              </label>
              {lanes.length > 1 && (
                <label className="stack gap-1 soft">
                  Discipline
                  <Select options={laneOptions(lanes)} chosen={lane} onChoose={setLane} />
                </label>
              )}
            </div>
          )}
        </HallCode>
      )}
    </Modal>
  );
}
