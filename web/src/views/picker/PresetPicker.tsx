/**
 * Choosing a scene or a lesson: presets grouped by the document that published them, each with its place there and its lesson;
 * before them the lessons that one works through.
 */

import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../base/Icon';
import { onDemand } from '../../base/on-demand';
import { framesPainted } from '../../run/frame-loop';
import { showLessons } from '../../store/lesson-list-store';
import { useScene } from '../../store/scene-store';
import type { PresetListProps } from './PresetList';
import './picker.css';

/** Once it is there it opens at once: whoever types into it right away shall lose no letter. */
let loadedList: ComponentType<PresetListProps> | undefined;
const loadList = async (): Promise<ComponentType<PresetListProps>> => {
  loadedList = (await import('./PresetList')).PresetList;
  return loadedList;
};
const ListOnDemand = onDemand<PresetListProps>('The list of scenes', loadList, { isQuiet: true });
/** The scene moves before the list is asked for. */
const FRAMES_FIRST = 4;

type Props = Omit<PresetListProps, 'current' | 'onShowLessons'>;

export function PresetPicker({ disciplines, onOpen, onOpenLesson, onFirstMinute }: Props) {
  const preset = useScene((state) => state.preset);
  const title = useScene((state) => state.scenario?.title);
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const PresetList = loadedList ?? ListOnDemand;

  useEffect(() => {
    framesPainted(FRAMES_FIRST)
      .then(loadList)
      .catch(() => {});
  }, []);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving are listened for around the button and its list.
    <div
      className="picker"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.preventDefault();
          close();
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <button
        type="button"
        ref={button}
        className="button picker__button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="visually-hidden">Scene: </span>
        {preset !== undefined && <span className="picker__document">{preset.document.title} · </span>}
        <span className="picker__title">{preset?.scenario.title ?? title ?? 'Opening…'}</span>
        <Icon name="chevron" />
      </button>
      <div id={listId} className="picker__list" hidden={!isOpen}>
        {isOpen && (
          <PresetList
            current={preset}
            disciplines={disciplines}
            onOpen={(id) => {
              close();
              onOpen(id);
            }}
            onOpenLesson={(id) => {
              close();
              onOpenLesson(id);
            }}
            onShowLessons={() => {
              close();
              showLessons();
            }}
            onFirstMinute={() => {
              close();
              onFirstMinute();
            }}
          />
        )}
      </div>
    </div>
  );
}
