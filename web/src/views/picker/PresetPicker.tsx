/**
 * Choosing a scene or a lesson: presets grouped by the document that published them, each with its place there and its lesson;
 * before them the lessons that one works through.
 */

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Icon } from '../../base/Icon';
import { onDemand } from '../../base/on-demand';
import type { DisciplineAbout } from '../../engine/catalog';
import type { Preset } from '../../scenario/scenario';
import { showLessons } from '../../store/lesson-list-store';
import { useScene } from '../../store/scene-store';
import type { LessonGroup as Lessons } from './LessonGroup';
import { foundPresets, isLesson } from './preset-search';
import type * as SearchIndex from './search-index';
import './picker.css';

const LessonGroup = onDemand<Parameters<typeof Lessons>[0]>(
  'The list of lessons',
  async () => (await import('./LessonGroup')).LessonGroup,
  { isQuiet: true },
);

interface Props {
  readonly disciplines: readonly DisciplineAbout[];
  readonly onOpen: (id: string) => void;
  readonly onOpenLesson: (id: string) => void;
  /** Calls the explanation of the first scene back. */
  readonly onFirstMinute: () => void;
}

export function PresetPicker({ disciplines, onOpen, onOpenLesson, onFirstMinute }: Props) {
  const preset = useScene((state) => state.preset);
  const title = useScene((state) => state.scenario?.title);
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

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

interface ListProps extends Props {
  readonly onShowLessons: () => void;
  readonly current: Preset | undefined;
}

/** Typing searches, the arrows walk through what was found, Enter opens. */
function PresetList({ current, disciplines, onOpen, onOpenLesson, onShowLessons, onFirstMinute }: ListProps) {
  const presets = useScene((state) => state.presets);
  const [query, setQuery] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const index = useSearchIndex();
  const groups = useMemo(
    () => foundPresets(presets, query, index?.moreWords(disciplines), index?.similar),
    [presets, query, index, disciplines],
  );
  const count = groups.reduce((sum, group) => sum + group.presets.length, 0);

  useEffect(() => {
    const scenes = root.current;
    const chosen = scenes?.querySelector<HTMLElement>('[aria-current="true"]') ?? undefined;
    chosen?.scrollIntoView({ block: 'center' });
    // On a touch screen a focused field would bring up the keyboard over the list.
    if (window.matchMedia('(pointer: coarse)').matches) chosen?.focus({ preventScroll: true });
    else field.current?.focus();
  }, []);

  const walk = (event: KeyboardEvent): void => {
    const scenes = [...(root.current?.querySelectorAll<HTMLElement>('.picker__scene') ?? [])];
    const place = scenes.indexOf(document.activeElement as HTMLElement);
    const isInField = document.activeElement === field.current;
    if (event.key === 'Enter' && isInField) scenes[0]?.click();
    else if (event.key === 'ArrowDown') scenes[Math.min(place + 1, scenes.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (scenes[place - 1] ?? field.current)?.focus();
    else if (event.key === 'Home' && !isInField) scenes[0]?.focus();
    else if (event.key === 'End' && !isInField) scenes.at(-1)?.focus();
    else if (/^\S$/.test(event.key) && !isInField && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Whoever types means the search; the letter itself goes there, too.
      field.current?.focus();
      return;
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows walk from the field into the list and back.
    <div className="picker__found" ref={root} onKeyDown={walk}>
      <div className="picker__search">
        <input
          ref={field}
          type="search"
          className="field picker__field"
          aria-label="Search the scenes"
          placeholder="Search papers, disciplines, lessons"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <button type="button" className="button picker__first" onClick={onFirstMinute}>
          New here?
        </button>
        <button type="button" className="button picker__first" onClick={onShowLessons}>
          Lessons
        </button>
        <p className="picker__count" role="status">
          {count === 1 ? '1 scene' : `${count} scenes`}
        </p>
      </div>
      <LessonGroup query={query} onOpen={onOpenLesson} />
      {groups.map(({ id, title, presets: members }) => (
        <section key={id} aria-label={title}>
          <h2 className="picker__group">{title}</h2>
          <ul>
            {members.map((member) => {
              const { scenario, document: source, lesson } = member;
              return (
                <li key={scenario.id}>
                  <button
                    type="button"
                    className="picker__scene"
                    aria-current={scenario.id === current?.scenario.id}
                    onClick={() => onOpen(scenario.id)}
                  >
                    <span className="picker__name">
                      {scenario.title} {isLesson(member) && <span className="badge">lesson</span>}
                    </span>
                    <span className="picker__place" title={source.place}>
                      {source.place}
                    </span>
                    <span className="picker__lesson">{lesson}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {count === 0 && <p className="picker__none">No scene is about all of these words.</p>}
    </div>
  );
}

/** What else the search knows, once it is there; without the network the heads of the scenes are searched alone. */
function useSearchIndex(): typeof SearchIndex | undefined {
  const [index, setIndex] = useState<typeof SearchIndex>();
  useEffect(() => {
    let isWanted = true;
    import('./search-index').then(
      (loaded) => isWanted && setIndex(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return index;
}
