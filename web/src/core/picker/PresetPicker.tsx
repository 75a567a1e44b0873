/**
 * The choice of a scene or a lesson. The lessons of this build come first, then the presets, grouped by document. Each
 * preset is listed with its section of the document and its lesson.
 */

import { type ComponentType, useEffect, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { onDemand } from '../../ui/on-demand';
import { Popup } from '../../ui/Popup';
import { showLessons } from '../lesson/lesson-list-store';
import { framesPainted } from '../run/frame-loop';
import { useScene } from '../scene/scene-store';
import type { PresetListProps } from './PresetList';
import './picker.css';

/** The list, once it is loaded. A loaded list opens without delay, so that the first typed letters are not lost. */
let loadedList: ComponentType<PresetListProps> | undefined;
const loadList = async (): Promise<ComponentType<PresetListProps>> => {
  loadedList = (await import('./PresetList')).PresetList;
  return loadedList;
};
const ListOnDemand = onDemand<PresetListProps>('The list of scenes', loadList, { isQuiet: true });
/**
 * Number of drawn frames of the scene for which the picker waits before it loads the list, so that the scene starts
 * first.
 */
const FRAMES_FIRST = 4;

type Props = Omit<PresetListProps, 'current' | 'onShowLessons'>;

export function PresetPicker({ disciplines, onOpen, onOpenLesson, onFirstMinute }: Props) {
  const preset = useScene((state) => state.preset);
  const title = useScene((state) => state.scenario?.title);
  const [isOpen, setIsOpen] = useState(false);
  const PresetList = loadedList ?? ListOnDemand;

  useEffect(() => {
    framesPainted(FRAMES_FIRST)
      .then(loadList)
      .catch(() => {});
  }, []);

  const content = (
    <>
      <span className="visually-hidden">Scene: </span>
      {preset !== undefined && <span className="fixed soft plain picker__document">{preset.document.title} · </span>}
      <span className="one-line strong">{preset?.scenario.title ?? title ?? 'Opening…'}</span>
      <Icon name="chevron" />
    </>
  );
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setIsOpen}
      className="picker"
      button={{ className: 'button picker__button', content }}
      list={{ className: 'scrolls scrolls--down picker__list' }}
    >
      {(close) => (
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
    </Popup>
  );
}
