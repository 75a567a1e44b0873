/**
 * The text in a plot, with positions. The page paints exactly this text, and a test checks that nothing overlaps. Pure.
 */

import { axisTexts, NUMBER_ROW } from '../../ui/figure/axis';
import type { Box } from '../../ui/figure/free-place';
import type { PlacedText } from '../../ui/figure/paint-text';
import { PATCH, type PlacedLabel, type PlotDisplay } from './plot-display';

/** Text that is not repainted in every frame: ticks, the names of tinted parts of the plot, and the caption. */
export function stillTexts({ axes, grounds, caption }: PlotDisplay, fontSize: number): PlacedText[] {
  const texts: PlacedText[] = [
    ...axisTexts(axes, fontSize),
    ...grounds.map(({ left, right, top, text, textColour }): PlacedText => {
      return { text, x: (left + right) / 2, y: top + fontSize * 0.75, align: 'center', ink: textColour };
    }),
  ];
  const y = axes.region.bottom + fontSize * NUMBER_ROW;
  if (caption !== undefined) texts.push({ text: caption.text, x: caption.x, y, align: 'right', ink: 'textSoft' });
  return texts.filter(({ text }) => text !== '');
}

/** Text that changes with the data: labels beside the plot, and notes inside it. */
export function textsOf({ labels, labelsLeft, notes }: PlotDisplay, fontSize: number): PlacedText[] {
  return [
    ...labels.flatMap((label) => labelTexts(label, labelsLeft, fontSize)),
    ...notes.map(
      ({ text, x, y, align, colour }): PlacedText => ({ text, x, y, align, ink: colour, isBold: true, hasHalo: true }),
    ),
  ];
}

function labelTexts(label: PlacedLabel, left: number, fontSize: number): PlacedText[] {
  const { name, value, isStrong, isOneRow, texture, colour, at } = label;
  const x = texture === undefined ? left : left + fontSize * PATCH;
  const text = { x, align: 'left' as const, ink: colour };
  if (isOneRow) return [{ ...text, text: `${name} ${value}`.trim(), y: at, isBold: true }];
  return [
    { ...text, text: name, y: labelRow(label, fontSize), isBold: isStrong },
    { ...text, text: value, y: at + fontSize * 0.55, isBold: true },
  ].filter((it) => it.text !== '');
}

/** Vertical position of the name in a label, which may have a second row for the value. */
export function labelRow({ at, isOneRow }: Pick<PlacedLabel, 'at' | 'isOneRow'>, fontSize: number): number {
  return isOneRow ? at : at - fontSize * 0.55;
}

/** Bounding box of some text. `measure` returns the width of a string. */
export function boxOf({ text, x, y, align }: PlacedText, fontSize: number, measure: (text: string) => number): Box {
  const width = measure(text);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - fontSize * 0.5, bottom: y + fontSize * 0.5 };
}
