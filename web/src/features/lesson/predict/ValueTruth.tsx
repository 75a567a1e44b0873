/** An axis with a dot for each seed, their mean with its interval, and the user's answer. */

import { useRef } from 'react';
import { formatNumber, formatValue, unitScale } from '../../../base/format';
import type { Answer } from '../../../core/lesson/lesson';
import type { Truth } from '../../../core/lesson/lesson-store';
import { halfWords } from '../../../core/lesson/measured-words';
import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';
import { textInside, ticksOn } from '../../../ui/figure/axis';
import { Figure, XAxis } from '../../../ui/figure/Figure';
import { scaleOver } from '../../../ui/figure/scale';
import { textWidth } from '../../../ui/marks/text-mark';
import { useSize } from '../../../ui/use-size';
import { OwnMark } from './CurveParts';
import { MeanMark, TruthKey } from './TruthKey';

interface Props {
  readonly answer: Answer & { readonly kind: 'slider' };
  readonly truth: Truth & { readonly kind: 'values' };
  readonly given: number | undefined;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

export function ValueTruth({ answer, truth, given, catalog }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const [point] = truth.points;
  if (point === undefined) return null;
  const { mean, halfWidth, values } = point;
  const value = (number: number): string => formatValue(number, answer.unit, 3);
  return (
    <figure className="stack gap-1">
      <figcaption className="soft">
        {answer.name_of_metric} under {disciplineName(catalog, answer.lane)}
      </figcaption>
      <div ref={surface} className="curve__surface curve__surface--line small">
        {size !== undefined && (
          <Figure size={size}>
            <Line {...{ answer, given, mean, halfWidth, values }} width={size.width} font={size.fontSize} />
          </Figure>
        )}
      </div>
      <TruthKey seeds={values.length} hasInterval={halfWidth !== null} hasOwn={given !== undefined} />
      <p>
        Result: <strong>{value(mean)}</strong>
        {halfWidth !== null && ` ± ${halfWords(halfWidth, mean, answer.unit)}`}
        {given !== undefined && (
          <>
            ; your answer: <strong>{value(given)}</strong>
          </>
        )}
        .
      </p>
    </figure>
  );
}

interface LineProps {
  readonly answer: Props['answer'];
  readonly given: number | undefined;
  readonly mean: number;
  readonly halfWidth: number | null;
  readonly values: readonly number[];
  readonly width: number;
  readonly font: number;
}

function Line({ answer, given, mean, halfWidth, values, width, font }: LineProps) {
  const reach = halfWidth ?? 0;
  const all = [answer.from, answer.to, ...values, mean - reach, mean + reach];
  const domain = { from: Math.min(...all), to: Math.max(...all) };
  const { factor, name } = unitScale(domain.to, answer.unit);
  const scale = scaleOver(domain, font * 1.6, width - font * 1.6);
  const x = scale.toPixel;
  const floor = font * 6.4;
  const row = font * 3.6;
  // A row for the mark of the user's answer separates the dots from the numbers of the axis.
  const region = { left: scale.begin, right: scale.end, top: row - font * 1.6, bottom: floor + font * 1.2 };
  const ticks = ticksOn(scale, font * 5, { text: (value) => formatNumber(value / factor) }).map(
    (tick, place, { length }) => (place === length - 1 ? { ...tick, text: `${tick.text} ${name}`.trim() } : tick),
  );
  const inside = (at: number, text: string): number => textInside(at, textWidth(text, font, 'text', 600), 0, width);
  const meanText = `mean ${formatValue(mean, answer.unit, 3)}`;
  const ownText = given === undefined ? '' : `your answer ${formatValue(given, answer.unit, 3)}`;
  return (
    <>
      <XAxis {...{ region, ticks, width }} fontSize={font} marks="lines" />
      <line className="truth__floor" x1={scale.begin} x2={scale.end} y1={floor} y2={floor} />
      {dots(values.map(x), font * 0.4).map(({ key, at, up }) => (
        <circle key={key} className="truth__seed" cx={at} cy={floor - font * 0.5 - up} r={font * 0.26} />
      ))}
      <MeanMark x={x(mean)} y={row - font} reach={halfWidth === null ? 0 : x(mean + halfWidth) - x(mean)} size={font} />
      <text className="truth__mean-name strong" x={inside(x(mean), meanText)} y={font * 1.2} textAnchor="middle">
        {meanText}
      </text>
      {given !== undefined && (
        <>
          <line className="truth__own-line" x1={x(given)} x2={x(given)} y1={region.top} y2={floor} />
          <OwnMark x={x(given)} y={floor + font * 0.65} radius={font * 0.55} />
          <text
            className="truth__own-name strong"
            x={inside(x(given), ownText)}
            y={floor + font * 3.9}
            textAnchor="middle"
          >
            {ownText}
          </text>
        </>
      )}
    </>
  );
}

/** Positions of dots. Dots that would overlap are stacked. */
function dots(places: readonly number[], apart: number): readonly { key: string; at: number; up: number }[] {
  const piles: { at: number; count: number }[] = [];
  return places.map((at, seed) => {
    const pile = piles.find((other) => Math.abs(other.at - at) < apart);
    if (pile === undefined) piles.push({ at, count: 1 });
    else pile.count += 1;
    // A stack is no taller than the row.
    const up = Math.min(pile === undefined ? 0 : pile.count - 1, 4) * apart * 0.9;
    return { key: String(seed), at, up };
  });
}
