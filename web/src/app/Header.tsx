/** The head of the page: which scene, what stands side by side, the theme, and sharing. */

import { showLessons } from '../core/lesson/lesson-list-store';
import { showBelow, togglePresenting, useView } from '../core/page/view-store';
import { BelowSwitch } from '../core/picker/BelowSwitch';
import { ComparePicker } from '../core/picker/ComparePicker';
import { DisciplineSwitch } from '../core/picker/DisciplineSwitch';
import { PartingButton } from '../core/picker/PartingButton';
import { PresetPicker } from '../core/picker/PresetPicker';
import { ThemeSwitch } from '../core/picker/ThemeSwitch';
import { focusedLane, type LaneRun } from '../core/run/lanes';
import { useRun } from '../core/run/use-run';
import { openCatalogue } from '../core/session/address';
import type { Session } from '../core/session/session';
import { TABS } from '../features';
import { Icon } from '../ui/Icon';
import { NARROW, useMedia } from '../ui/use-media';
import { openLessonOfLab } from './Lessons';
import { Logo } from './Logo';
import { HAS_ROOM_TO_PRESENT } from './Presenter';

interface Props {
  session: Session;
  lanes: readonly LaneRun[];
  isComparing: boolean;
  onComparing: (isComparing: boolean) => void;
  onShare: () => void;
  onFirstMinute: () => void;
}

export function Header({ session, lanes, isComparing, onComparing, onShare, onFirstMinute }: Props) {
  const { run } = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(run);
  const isNarrow = useMedia(NARROW);
  const hasRoomToPresent = useMedia(HAS_ROOM_TO_PRESENT);
  const isAlone = lanes.length === 1;
  return (
    <header className="row row--tight header" data-lanes={lanes.length}>
      <Brand />
      <PresetPicker
        disciplines={run.catalog.disciplines}
        onOpen={(id) => session.openPreset(id)}
        onOpenLesson={(id) => openLessonOfLab(session, id)}
        onFirstMinute={onFirstMinute}
      />
      {isAlone && (
        <DisciplineSwitch
          disciplines={run.catalog.disciplines}
          inForce={run.about}
          onSwitch={(aqm) => session.switchDiscipline(aqm)}
          onScript={() => showBelow('script')}
        />
      )}
      {!isNarrow && <ComparePicker lanes={lanes} actions={session} isOpen={isComparing} onOpen={onComparing} />}
      {!isAlone && <PartingButton actions={session} />}
      <button
        type="button"
        className="button button--icon header__catalogue"
        title="All disciplines (a)"
        onClick={() => openCatalogue()}
      >
        <Icon name="catalogue" />
        <span className="visually-hidden">All disciplines</span>
      </button>
      <button
        type="button"
        className="button button--icon header__lessons"
        title="Lessons: predict, run, compare"
        onClick={showLessons}
      >
        <Icon name="lesson" />
        <span className="visually-hidden">Lessons</span>
      </button>
      <span className="grow header__space" />
      {!isNarrow && <BelowSwitch tabs={TABS} />}
      {hasRoomToPresent && (
        <button
          type="button"
          className="button button--icon"
          title="Presenter: one screen for a lecture hall (p)"
          onClick={togglePresenting}
        >
          <Icon name="presenter" />
          <span className="visually-hidden">Presenter</span>
        </button>
      )}
      <ThemeSwitch />
      <button type="button" className="button button--accent header__share" onClick={onShare}>
        <Icon name="share" />
        <span className="word">Share</span>
      </button>
    </header>
  );
}

export function Brand() {
  return (
    <h1 className="row row--tight fixed brand">
      <Logo />
      <span className="word">Chokepoint</span>
    </h1>
  );
}
