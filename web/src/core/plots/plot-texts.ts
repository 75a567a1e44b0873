/** Every text of a plot with its place: what is painted, and what a test looks at to find texts over each other. Pure. */

import type { Box } from '../../ui/marks/free-place';
import type { Ink } from '../../ui/marks/ink';
import { PATCH, type PlacedLabel, type PlotDisplay } from './plot-display';

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** Its middle. */
  readonly y: number;
  readonly align: 'left' | 'right' | 'center';
  readonly isBold: boolean;
  readonly hasHalo: boolean;
  readonly colour: Ink;
}

/** The texts of the still layer: ticks, and names of tinted parts. */
export function stillTexts({ axes, grounds, caption }: PlotDisplay, fontSize: number): PlacedText[] {
  const { left, bottom } = axes.region;
  const plain = { isBold: false, hasHalo: false, colour: 'textSoft' } as const;
  const row = bottom + fontSize * 1.1;
  const texts: PlacedText[] = [
    ...axes.yTicks.map(({ at, text }) => ({
      ...plain,
      text,
      x: left - fontSize * 0.5,
      y: at,
      align: 'right' as const,
    })),
    ...axes.xTicks.map(({ at, text }) => ({ ...plain, text, x: at, y: row, align: 'center' as const })),
    ...grounds.map(({ left, right, top, text, textColour }) => ({
      ...plain,
      text,
      x: (left + right) / 2,
      y: top + fontSize * 0.75,
      align: 'center' as const,
      colour: textColour,
    })),
  ];
  if (caption !== undefined) texts.push({ ...plain, text: caption.text, x: caption.x, y: row, align: 'right' });
  return texts.filter(({ text }) => text !== '');
}

/** The texts that change with the data: labels beside the plot, notes within it. */
export function textsOf({ labels, labelsLeft, notes }: PlotDisplay, fontSize: number): PlacedText[] {
  return [
    ...labels.flatMap((label) => labelTexts(label, labelsLeft, fontSize)),
    ...notes.map(
      ({ text, x, y, align, colour }): PlacedText => ({ text, x, y, align, colour, isBold: true, hasHalo: true }),
    ),
  ];
}

function labelTexts(label: PlacedLabel, left: number, fontSize: number): PlacedText[] {
  const { name, value, isStrong, isOneRow, texture, colour, at } = label;
  const x = texture === undefined ? left : left + fontSize * PATCH;
  const text = { x, align: 'left' as const, hasHalo: false, colour };
  if (isOneRow) return [{ ...text, text: `${name} ${value}`.trim(), y: at, isBold: true }];
  return [
    { ...text, text: name, y: labelRow(label, fontSize), isBold: isStrong },
    { ...text, text: value, y: at + fontSize * 0.55, isBold: true },
  ].filter((it) => it.text !== '');
}

/** The height of the row that has the name. */
export function labelRow({ at, isOneRow }: Pick<PlacedLabel, 'at' | 'isOneRow'>, fontSize: number): number {
  return isOneRow ? at : at - fontSize * 0.55;
}

/** The room that a text takes; `measure`: its width, bold or not. */
export function boxOf({ text, x, y, align }: PlacedText, fontSize: number, measure: (text: string) => number): Box {
  const width = measure(text);
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - fontSize * 0.5, bottom: y + fontSize * 0.5 };
}
