/**
 * The audience poll, loaded on demand. The lecturer sees it on top of the page; on a phone it takes the place of the
 * page.
 */

import { useMemo } from 'react';
import { askHall, endHall, leaveHall, useHall } from '../../core/lesson/hall-store';
import type { LessonSource } from '../../core/lesson/lesson-store';
import { useView } from '../../core/page/view-store';
import type { LaneRun } from '../../core/run/lanes';
import { addressOf } from '../../core/session/address';
import type { Feature } from '../../core/session/feature';
import { isHallFragment } from '../../core/session/fragments';
import type { Session } from '../../core/session/session';
import { onDemand } from '../../ui/on-demand';
import type { HallDialogProps } from './HallDialog';
import type { PhonePageProps } from './PhonePage';

export const HALL: Feature = {
  id: 'hall',
  address: {
    names: isHallFragment,
    parse: async (fragment, parser) => (await import('./halls')).parseHall(fragment, parser),
  },
  onOpened: leaveHall,
  keys: { h: { does: 'Ask the audience: QR code of a question about this scene', press: askHall } },
};

const Dialog = onDemand<HallDialogProps>('The audience poll', async () => (await import('./HallDialog')).HallDialog, {
  isQuiet: true,
  wayOut: () => ({ name: 'Close', leave: endHall }),
});

export const PhonePage = onDemand<PhonePageProps>('The question', async () => (await import('./PhonePage')).PhonePage);

/** Renders nothing unless a poll is open. */
export function Hall({ session, lanes }: { readonly session: Session; readonly lanes: readonly LaneRun[] }) {
  const subject = useHall((state) => state.asks);
  const lane = useView((state) => state.focusedLane);
  const actions = useMemo(
    () => ({
      linkOfScene: (...asked: Parameters<Session['linkOfScene']>) => session.linkOfScene(...asked),
      hallFragmentOfStep: async (source: LessonSource, step: number) =>
        (await import('./halls')).hallFragmentOfStep(source, step),
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
