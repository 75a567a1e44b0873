/** Choosing a scene: presets grouped by the document that published them, each with its lesson. */

import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../base/Icon';
import type { Preset } from '../../scenario/scenario';
import { useScene } from '../../store/scene-store';
import './picker.css';

export function PresetPicker({ onOpen }: { onOpen: (id: string) => void }) {
  const presets = useScene((state) => state.presets);
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
    root.current?.querySelector<HTMLElement>('[aria-current="true"], .picker__scene')?.focus();
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
        {grouped(presets).map(([document, members]) => (
          <section key={document.id} aria-label={document.title}>
            <h2 className="heading picker__group">
              {document.title} <span className="picker__place">{document.place}</span>
            </h2>
            <ul>
              {members.map((member) => (
                <li key={member.scenario.id}>
                  <button
                    type="button"
                    className="picker__scene"
                    aria-current={member.scenario.id === preset?.scenario.id}
                    onClick={() => {
                      close();
                      onOpen(member.scenario.id);
                    }}
                  >
                    <span className="picker__name">{member.scenario.title}</span>
                    <span className="picker__lesson">{member.lesson}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function grouped(presets: readonly Preset[]): readonly (readonly [Preset['document'], readonly Preset[]])[] {
  const groups = new Map<string, Preset[]>();
  for (const preset of [...presets].sort((a, b) => a.order - b.order)) {
    const group = groups.get(preset.document.id);
    if (group === undefined) groups.set(preset.document.id, [preset]);
    else group.push(preset);
  }
  return [...groups.values()].flatMap((members) => (members[0] === undefined ? [] : [[members[0].document, members]]));
}
