/** Reads a link to a scene, or the data stored in the history. Loaded on demand. */

import { type DecodedLink, SceneRefused, type ViewInLink } from '../border/client';
import type { Preset } from '../border/scenario';
import type { Notice } from '../scene/scene-store';
import type { Unsaid } from './address-bar';
import { type Opening, wordsFor } from './opening';
import type { AddressParser } from './parse-address';
import { readView } from './read-view';

export async function parseLink(
  fragment: string,
  parser: AddressParser,
  presenter?: ViewInLink['presenter'],
): Promise<Opening> {
  const link = await decodeLink(fragment, parser);
  const { scenario } = link;
  const linked = readView(link.view, parser.features);
  const view = presenter === undefined ? linked : { ...linked, presenter: { ...presenter, ...linked.presenter } };
  const base = baseOf(link, parser);
  const scene = { scenario, preset: wordsFor(scenario, base), base: base?.scenario, notice: noticeOfAge(link, parser) };
  return { ...looked(view, scene, parser), link: fragment };
}

/** The scene that is stored with an entry of the history. */
export function parseUnsaid({ scenario, preset, ofPreset, base, view }: Unsaid, parser: AddressParser): Opening {
  const today = preset === undefined ? undefined : parser.presetNamed(preset);
  const words = today === undefined || ofPreset === undefined ? today : { ...today, scenario: ofPreset };
  return looked(readView(view, parser.features), { scenario, preset: words, base, notice: undefined }, parser);
}

export async function decodeLink(fragment: string, { presets, run, archive }: AddressParser): Promise<DecodedLink> {
  const today = presets.map(({ scenario }) => scenario);
  const decoded = await run.askAbout((engine) => engine.decodeLink(fragment, today));
  if (decoded !== undefined) return decoded;
  const earlier = await archive().catch(() => {
    const problem = 'was made before its preset changed, and the earlier version could not be loaded; try again';
    throw new SceneRefused([{ path: 'link', problem }]);
  });
  const ofArchive = await run.askAbout((engine) => engine.decodeLink(fragment, today, earlier));
  if (ofArchive === undefined) throw new Error('the engine asks for an archive that it has');
  return ofArchive;
}

function looked(
  view: ViewInLink,
  scene: Pick<Opening, 'scenario' | 'preset' | 'base' | 'notice'>,
  { speedAsUsual }: AddressParser,
): Opening {
  const { at_s, speed, half } = view;
  return {
    ...scene,
    at_s: at_s ?? 0,
    isHalfway: half === true,
    pace: speed ?? speedAsUsual,
    plays: at_s === undefined,
    view,
    scripts: 'ask',
  };
}

/** The preset on which a link is based, in the version that the link names. */
function baseOf({ preset, earlier }: DecodedLink, parser: AddressParser): Preset | undefined {
  const today = parser.presetNamed(preset);
  return today === undefined || earlier === null ? today : { ...today, scenario: earlier };
}

/** The notice for a link that was made under another version of the preset or of the engine's results. */
function noticeOfAge({ preset, earlier, numbers }: DecodedLink, { run }: AddressParser): Notice | undefined {
  const here = run.catalog?.runs;
  const isOtherwise = numbers !== null && here !== undefined && numbers !== here;
  if (earlier === null && !isOtherwise) return undefined;
  return {
    kind: 'older-scene',
    preset,
    isEarlier: earlier !== null,
    ...(isOtherwise ? { numbers: { link: numbers, here } } : {}),
  };
}
