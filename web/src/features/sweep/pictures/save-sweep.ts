/** Renders a sweep's plot to an image file, with the same models and painters as the page, at the size of the file. */

import type { Colours } from '../../../base/palette';
import type { Drawing } from '../../../core/save/drawing';
import { TEXT_FAMILY } from '../../../core/save/fonts-of-pictures';
import type { Provenance } from '../../../core/save/provenance';
import { canvasRuler } from '../../../core/save/ruler';
import { wrapped } from '../../../core/save/wrapped';
import type { PlotPen } from '../../../ui/marks/ink';
import { isVector } from '../../../ui/marks/vector-context';
import { paintSceneMark, paintSweep } from './paint-sweep';
import { pictureNotes } from './point-words';
import type { SweepPicturesProps } from './SweepPictures';
import { sceneValues } from './scene-place';
import { shownSweep } from './shown-sweep';
import { sweepPicture } from './sweep-display';
import { theoryOver } from './theory-over';

interface SavedSweepPicture
  extends Pick<
    SweepPicturesProps,
    'rows' | 'look' | 'scene' | 'swept' | 'defaultOf' | 'settingName' | 'laneName' | 'lanePlaces'
  > {
  /** File name without its extension. */
  readonly name: string;
  readonly provenance: Provenance;
}

/**
 * Size of a saved picture without the text below it [px]. The picture fits the width of a printed page, or half a
 * slide.
 */
export const SWEEP_SIZE = { width: 720, height: 460 } as const;
const TYPE = 13;
const TITLE = 17;
const MARGIN = 14;
/** Height of the title [px]. */
const HEAD = 38;
const NOTE_ROW = 17;
const NOTE_LETTERS = 105;

/** The drawing of a sweep that has a picture (`hasPicture`). */
export function drawingOfSweep(saved: SavedSweepPicture, colours: Colours): Drawing {
  const { name, provenance } = saved;
  const ruler = canvasRuler();
  const paint = sweepPainter(saved, (text) => ruler.widthOf(`600 ${TYPE}px ${TEXT_FAMILY}`, text), colours);
  return { name, provenance, ...SWEEP_SIZE, colours, paint };
}

/** `measure` gives the width of a text in bold [px]. */
export function sweepPainter(
  { rows, look, scene, swept, defaultOf, provenance, ...names }: SavedSweepPicture,
  measure: (text: string) => number,
  colours: Colours,
): Drawing['paint'] {
  const shown = shownSweep(rows, look, names);
  const theory = shown === undefined || swept === undefined ? [] : theoryOver(shown, { ...swept, defaultOf });
  const notes = shown === undefined ? [] : wrapped(pictureNotes(shown, theory), NOTE_LETTERS);
  const width = SWEEP_SIZE.width - 2 * MARGIN;
  const height = SWEEP_SIZE.height - HEAD - notes.length * NOTE_ROW - MARGIN / 2;
  const view = { width, height, fontSize: TYPE, measure, reached: undefined };
  const picture = shown && sweepPicture(shown, theory, view);
  if (shown === undefined || picture === undefined)
    throw new Error('a sweep over more than two settings has no picture');
  const mark = scene === undefined ? undefined : picture.sceneMark(sceneValues(scene, shown.axes, defaultOf));
  return (context) => {
    const pixelRatio = isVector(context) ? 1 : context.getTransform().a;
    const pen: PlotPen = { context, pixelRatio, colours, font: `${TYPE}px ${TEXT_FAMILY}`, fontSize: TYPE };
    context.translate(MARGIN, 0);
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    context.font = `600 ${TITLE}px ${TEXT_FAMILY}`;
    context.fillStyle = colours.text;
    context.fillText(provenance.title, 0, 20);
    context.font = pen.font;
    context.fillStyle = colours.textSoft;
    for (const [row, note] of notes.entries()) context.fillText(note, 0, HEAD + height + (row + 0.7) * NOTE_ROW);
    context.translate(0, HEAD);
    paintSweep(pen, picture);
    if (mark !== undefined) paintSceneMark(pen, mark);
  };
}
