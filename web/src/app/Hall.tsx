/** A hall, loaded when one is asked: the lecturer's question over the page, or, on a phone, the question in place of the page. */

import { useMemo } from 'react';
import { onDemand } from '../base/on-demand';
import type { LaneRun } from '../run/lanes';
import type { Session } from '../session/session';
import { endHall, useHall } from '../store/hall-store';
import type { LessonSource } from '../store/lesson-store';
import { useView } from '../store/view-store';
import type { HallDialogProps } from '../views/hall/HallDialog';
import { addressOf } from './address';
import type { PhonePageProps } from './hall/PhonePage';

const Dialog = onDemand<HallDialogProps>(
  'The question for the hall',
  async () => (await import('../views/hall/HallDialog')).HallDialog,
  {
    isQuiet: true,
    wayOut: () => (
      <button type="button" className="button" onClick={endHall}>
        Close
      </button>
    ),
  },
);

export const PhonePage = onDemand<PhonePageProps>(
  'The question',
  async () => (await import('./hall/PhonePage')).PhonePage,
);

/** Nothing unless the hall is being asked. */
export function Hall({ session, lanes }: { readonly session: Session; readonly lanes: readonly LaneRun[] }) {
  const subject = useHall((state) => state.asks);
  const lane = useView((state) => state.focusedLane);
  const actions = useMemo(
    () => ({
      linkOfScene: (...asked: Parameters<Session['linkOfScene']>) => session.linkOfScene(...asked),
      hallFragmentOfStep: async (source: LessonSource, step: number) =>
        (await import('../session/halls')).hallFragmentOfStep(source, step),
    }),
    [session],
  );
  if (subject === undefined) return null;
  return (
    <Dialog
      subject={subject}
      lanes={lanes}
      lane={lane < lanes.length ? lane : 0}
      actions={actions}
      addressOf={addressOf}
    />
  );
}
