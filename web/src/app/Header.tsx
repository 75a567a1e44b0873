/** The head of the page: which scene, what stands side by side, the theme, and sharing. */

import { Icon } from '../base/Icon';
import { NARROW, useMedia } from '../base/use-media';
import { focusedLane, type LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import type { Session } from '../session/session';
import { showLessons } from '../store/lesson-list-store';
import { showBelow, togglePresenting, useView } from '../store/view-store';
import { BelowSwitch } from '../views/picker/BelowSwitch';
import { ComparePicker } from '../views/picker/ComparePicker';
import { DisciplineSwitch } from '../views/picker/DisciplineSwitch';
import { PartingButton } from '../views/picker/PartingButton';
import { PresetPicker } from '../views/picker/PresetPicker';
import { ThemeSwitch } from '../views/picker/ThemeSwitch';
import { openCatalogue } from './address';
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
    <header className="header" data-lanes={lanes.length}>
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
      <span className="header__space" />
      {!isNarrow && <BelowSwitch />}
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
        <span>Share</span>
      </button>
    </header>
  );
}

export function Brand() {
  return (
    <h1 className="brand">
      <Logo />
      <span className="brand__name">Chokepoint</span>
    </h1>
  );
}
