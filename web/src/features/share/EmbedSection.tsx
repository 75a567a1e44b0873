/** The code for showing the scene in a page, and a preview of the frame. */

import { type CSSProperties, useRef, useState } from 'react';
import { PALETTE, type ThemeName } from '../../base/palette';
import { useScene } from '../../core/scene/scene-store';
import { copyText } from '../../ui/copy-text';
import { Segments } from '../../ui/Segments';
import { type Option, Select } from '../../ui/Select';
import { useSize } from '../../ui/use-size';
import { EMBED_PARTS, type EmbedOptions, type EmbedPart, embedAddress, USUAL_OPTIONS } from './embed-address';
import { elementCode, frameCode } from './embed-code';
import './embed-section.css';
import type { ShareSectionProps } from './section';

const SIZES = [
  { name: '480 × 320', width: 480, height: 320 },
  { name: '640 × 480', width: 640, height: 480 },
  { name: '800 × 600', width: 800, height: 600 },
  { name: '960 × 540, slide', width: 960, height: 540 },
] as const;

const NAMES: Readonly<Record<EmbedPart, string>> = {
  header: 'Title',
  plots: 'Plot',
  explain: 'Why',
  events: 'Events',
  controls: 'Controls',
  transport: 'Transport',
};

const CODES = [
  { id: 'frame', name: 'iframe' },
  { id: 'element', name: '<chokepoint-scene>' },
] as const;

/** Width of the preview [CSS pixels]; larger frames are scaled down. */
const PREVIEW_PX = 384;

const THEMES: readonly Option<ThemeName | ''>[] = [
  { id: '', name: 'the viewer’s system' },
  ...(Object.keys(PALETTE) as ThemeName[]).map((id) => ({ id, name: id })),
];

export function EmbedSection({ link }: ShareSectionProps) {
  if (link === '') return <p>This scene has no link, so it cannot be embedded.</p>;
  return <Embed link={link} />;
}

function Embed({ link }: Pick<ShareSectionProps, 'link'>) {
  const title = useScene((state) => state.scenario?.title ?? 'Chokepoint');
  const [options, setOptions] = useState<EmbedOptions>(USUAL_OPTIONS);
  const [place, setPlace] = useState(1);
  const [kind, setKind] = useState<(typeof CODES)[number]['id']>('frame');
  const [said, setSaid] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const room_px = useSize(whole)?.width ?? PREVIEW_PX;
  const size = SIZES[place] ?? SIZES[0];

  const toggle = (part: EmbedPart, isWanted: boolean): void =>
    setOptions({
      ...options,
      parts: isWanted ? [...options.parts, part] : options.parts.filter((other) => other !== part),
    });
  const code = (kind === 'frame' ? frameCode : elementCode)(link, options, size, title);
  const scale = Math.min(1, Math.min(PREVIEW_PX, room_px) / size.width);
  return (
    <div className="stack gap-3" ref={whole}>
      <div className="share-embed__look row gap-4">
        <div
          className="share-embed__preview"
          style={{ width: size.width * scale, height: size.height * scale } as CSSProperties}
        >
          <iframe
            src={embedAddress(link, options)}
            title="Preview of the embed"
            style={{ width: size.width, height: size.height, scale: String(scale) }}
          />
        </div>
        <div className="share-embed__choices stack gap-3">
          <label className="labelled">
            Size
            <Select options={SIZES.map(({ name }, id) => ({ id, name }))} chosen={place} onChoose={setPlace} />
          </label>
          <label className="labelled">
            Theme
            <Select
              options={THEMES}
              chosen={options.theme ?? ''}
              onChoose={(theme) => setOptions({ ...options, theme: theme === '' ? undefined : theme })}
            />
          </label>
          <fieldset className="share-embed__parts">
            <legend className="strong">Beside the queue</legend>
            {(Object.keys(EMBED_PARTS) as EmbedPart[]).map((part) => (
              <label key={part} className="share__tick row row--tight" title={EMBED_PARTS[part]}>
                <input
                  type="checkbox"
                  checked={options.parts.includes(part)}
                  onChange={(event) => toggle(part, event.target.checked)}
                />
                {NAMES[part]}
              </label>
            ))}
            <label className="share__tick row row--tight" title="Unless the viewer’s system asks for less motion">
              <input
                type="checkbox"
                checked={options.plays}
                onChange={(event) => setOptions({ ...options, plays: event.target.checked })}
              />
              Play when seen
            </label>
          </fieldset>
        </div>
      </div>
      <div className="row row--spread">
        <Segments label="Code" choices={CODES} chosen={kind} onChoose={setKind} />
        <p role="status">{said}</p>
        <button
          type="button"
          className="button button--accent"
          onClick={() => void copyText(code, field.current).then(setSaid)}
        >
          Copy the code
        </button>
      </div>
      <textarea
        ref={field}
        className="field field--code share-embed__code"
        aria-label="Code for your page"
        readOnly
        rows={6}
        spellCheck={false}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="soft small">
        The frame uses no accounts or cookies, sends nothing, and ignores the keyboard until it is clicked. The run on
        this page waits while this dialog is open.
        {kind === 'element' && ' A page needs the script once, for any number of scenes.'}
      </p>
    </div>
  );
}
