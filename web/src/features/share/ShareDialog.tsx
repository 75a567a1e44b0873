/** Taking this exact scene elsewhere: its link, and every other form that it can travel in, one part at a time. */

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { LaneRun } from '../../core/run/lanes';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { Dialog } from '../../ui/Dialog';
import { useMedia } from '../../ui/use-media';
import { LinkSection } from './LinkSection';
import { SECTIONS } from './sections';
import { useSceneLink } from './use-scene-link';
import './share.css';

export interface ShareDialogProps {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  readonly onClose: () => void;
  /** What else can be made of the moment; `close` puts the dialog away. */
  readonly children?: ReactNode;
}

/** Below this width the tabs stand above the parts; the style sheet uses the same number. */
const TABS_ABOVE = '(max-width: 700px)';

const TABS = [{ id: 'link', name: 'Link' }, ...SECTIONS];

export function ShareDialog({ lanes, actions, onClose, children }: ShareDialogProps) {
  const isPaused = useScene((state) => state.state !== 'playing');
  const [withMoment, setWithMoment] = useState(true);
  const includesMoment = isPaused && withMoment;
  const made = useSceneLink(includesMoment, actions);
  const [shown, setShown] = useState('link');
  const ids = useId();
  const section = SECTIONS.find(({ id }) => id === shown);
  const toSection = { lanes, actions, link: made.link };
  return (
    <Dialog title="Send this exact scene" className="share" onClose={onClose}>
      <div className="share__parts">
        <Tabs ids={ids} shown={shown} onShow={setShown} />
        <div role="tabpanel" className="share__part" id={`${ids}-part`} aria-labelledby={`${ids}-${shown}`}>
          {section === undefined ? (
            <LinkSection {...toSection} {...{ made, isPaused, includesMoment }} onMoment={setWithMoment}>
              {children}
            </LinkSection>
          ) : (
            <section.Section key={section.id} {...toSection} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface TabsProps {
  readonly ids: string;
  readonly shown: string;
  readonly onShow: (id: string) => void;
}

function Tabs({ ids, shown, onShow }: TabsProps) {
  const isAbove = useMedia(TABS_ABOVE);
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const to = placeAfter(
      event.key,
      TABS.findIndex(({ id }) => id === shown),
    );
    const tab = to === undefined ? undefined : TABS[to];
    if (tab === undefined) return;
    event.preventDefault();
    onShow(tab.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      className="share__tabs"
      aria-label="What is made of the scene"
      aria-orientation={isAbove ? 'horizontal' : 'vertical'}
      onKeyDown={press}
    >
      {TABS.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className="share__tab"
          id={`${ids}-${id}`}
          data-tab={id}
          aria-selected={id === shown}
          aria-controls={`${ids}-part`}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => onShow(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The place of the tab that a key leads to, round and round; undefined: none. Both pairs of arrows lead there. */
function placeAfter(key: string, place: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return TABS.length - 1;
  const step = ['ArrowDown', 'ArrowRight'].includes(key) ? 1 : ['ArrowUp', 'ArrowLeft'].includes(key) ? -1 : 0;
  return step === 0 ? undefined : (place + step + TABS.length) % TABS.length;
}
