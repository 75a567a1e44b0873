// Draws the chapter's figures: SVG from computed values, once for a wide column and once for a phone. Colours are the
// lab's, as custom properties. Dash patterns distinguish lines without colour, and a table below each figure lists the
// values.

import { ticks } from 'd3-array';
import { area, curveLinear, line } from 'd3-shape';
import { mean, shown } from './chapter-format.mjs';

const SIZES = [
  { name: 'wide', width: 680, height: 300 },
  { name: 'narrow', width: 342, height: 280 },
];
const DASHES = ['', '8 4', '2 4', '10 3 2 3'];
const MARGIN = { top: 30, right: 16, bottom: 46, left: 52 };
const BAR = { height: 20, step: 32, name: 118 };
const TYPE = 'font-size="13"';

/** A figure as HTML, without blank lines, because a blank line would end the HTML block in Markdown. */
export function chart(id, figure, data) {
  const drawn = SIZES.map((size) => (figure.kind === 'bars' ? bars : curves)(figure, data, size));
  return [
    `<figure class="plot" id="figure-${id}">`,
    `<p class="plot__title">${inHtml(figure.title)}</p>`,
    ...(data.length > 1 && figure.kind !== 'bars' ? [key(figure)] : []),
    ...drawn,
    figure.kind === 'time' ? '' : tableOf(figure, data),
    '</figure>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function key({ lines, guide }) {
  const items = lines.map(
    ({ name, colour }, place) => `<li>${sample(colour, DASHES[place])}<span>${inHtml(name)}</span></li>`,
  );
  const guided = guide === undefined ? '' : `<li>${sample('guide', '1 3')}<span>${inHtml(guide.name)}</span></li>`;
  return `<ul class="plot__key">${items.join('')}${guided}</ul>`;
}

function sample(colour, dash) {
  return `<svg width="30" height="10" aria-hidden="true"><path d="M1 5H29" ${stroke(colour, dash)} /></svg>`;
}

function curves(figure, data, { name, width, height }) {
  const { x, y, lines, guide } = figure;
  const xs = data.flatMap(({ points }) => points.map((point) => point.x));
  const across = scale({ ...x, from: Math.min(...xs), to: Math.max(...xs) }, MARGIN.left, width - MARGIN.right);
  const up = scale(y, height - MARGIN.bottom, MARGIN.top);
  const marks = lines.map(({ colour }, place) => {
    const { points } = data[place];
    const band = area(
      (point) => across(point.x),
      (point) => up(Math.min(...point.y)),
      (point) => up(Math.max(...point.y)),
    ).curve(curveLinear);
    const course = line(
      (point) => across(point.x),
      (point) => up(mean(point.y)),
    );
    const dots = figure.kind === 'time' ? '' : dotsOf(points, across, up, colour);
    return [
      ...(points[0].y.length > 1
        ? [`<path d="${rounded(band(points))}" fill="var(--${colour})" opacity="0.22" />`]
        : []),
      `<path d="${rounded(course(points))}" ${stroke(colour, DASHES[place])} />${dots}`,
    ].join('');
  });
  if (guide !== undefined) {
    const fair = data[0].points.map(({ x: count }) => [across(count), up(count / (count + guide.add))]);
    marks.unshift(`<path d="${rounded(line()(fair))}" ${stroke('guide', '1 3')} />`);
  }
  const horizontal = (y.ticks ?? ticks(y.from, y.to, 5)).map((value) => {
    const at = up(value).toFixed(1);
    return `<path d="M${MARGIN.left} ${at}H${width - MARGIN.right}" stroke="var(--line)" /><text x="${MARGIN.left - 8}" y="${at}" dy="0.32em" text-anchor="end" ${TYPE}>${plain(value, y)}</text>`;
  });
  const vertical = fewer(x.ticks, name).map((value) => {
    const at = across(value / (x.factor ?? 1)).toFixed(1);
    const below = height - MARGIN.bottom;
    return `<path d="M${at} ${below}v5" stroke="var(--border)" /><text x="${at}" y="${below + 19}" text-anchor="middle" ${TYPE}>${value}</text>`;
  });
  const base = `<path d="M${MARGIN.left} ${height - MARGIN.bottom}H${width - MARGIN.right}" stroke="var(--border)" />`;
  const titles = [
    `<text x="0" y="13" class="plot__axis" ${TYPE}>${inHtml(y.title)}${unitOf(y)}</text>`,
    `<text x="${width - MARGIN.right}" y="${height - 5}" text-anchor="end" class="plot__axis" ${TYPE}>${inHtml(x.title)}</text>`,
  ];
  return svg(figure, name, width, height, [...horizontal, ...vertical, base, ...titles, ...marks]);
}

function dotsOf(points, across, up, colour) {
  return points
    .map(
      ({ x, y }) =>
        `<circle cx="${across(x).toFixed(1)}" cy="${up(mean(y)).toFixed(1)}" r="3" fill="var(--${colour})" />`,
    )
    .join('');
}

function bars(figure, data, { name, width }) {
  const { y, lines, guide } = figure;
  const height = lines.length * BAR.step + (guide === undefined ? 8 : 34);
  const across = scale(y, BAR.name, width - 62);
  const rows = data.map(({ points: [{ y: values }] }, place) => {
    const top = place * BAR.step + 4;
    const end = across(mean(values));
    const [low, high] = [across(Math.min(...values)), across(Math.max(...values))];
    const middle = top + BAR.height / 2;
    return [
      `<text x="${BAR.name - 10}" y="${middle}" dy="0.35em" text-anchor="end" ${TYPE}>${inHtml(lines[place].name)}</text>`,
      `<rect x="${BAR.name}" y="${top}" width="${(end - BAR.name).toFixed(1)}" height="${BAR.height}" fill="var(--${lines[place].colour})" />`,
      high - low < 2
        ? ''
        : `<path d="M${low.toFixed(1)} ${middle}H${high.toFixed(1)}" stroke="var(--text)" stroke-width="2" />`,
      `<text x="${(high + 7).toFixed(1)}" y="${middle}" dy="0.35em" ${TYPE}>${shown(mean(values), y)}</text>`,
    ].join('');
  });
  const below = lines.length * BAR.step;
  const base = `<path d="M${BAR.name} 0V${below}" stroke="var(--border)" />`;
  const fair =
    guide === undefined
      ? ''
      : `<path d="M${across(guide.at).toFixed(1)} 0V${below + 6}" ${stroke('text', '3 3')} /><text x="${across(guide.at).toFixed(1)}" y="${below + 22}" text-anchor="middle" ${TYPE}>${inHtml(guide.name)}, ${shown(guide.at, y)}</text>`;
  return svg(figure, name, width, height, [base, ...rows, fair]);
}

function svg({ title }, name, width, height, parts) {
  return `<svg class="plot__${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${inHtml(title)}; the values are in the table below.">${parts.join('')}</svg>`;
}

/** The drawn values as a table, for readers who cannot see the figure or want exact values. */
function tableOf(figure, data) {
  const head = figure.kind === 'bars' ? ['', figure.y.title] : [figure.x.title, ...data.map(({ name }) => name)];
  const rows =
    figure.kind === 'bars'
      ? data.map(({ name, points: [{ y }] }) => [name, shown(mean(y), figure.y)])
      : data[0].points.map(({ x }, place) => [
          Number((x * (figure.x.factor ?? 1)).toPrecision(6)),
          ...data.map(({ points }) => shown(mean(points[place].y), figure.y)),
        ]);
  const row = (cells, tag) =>
    `<tr>${cells.map((cell, place) => (place === 0 && tag === 'td' ? `<th scope="row">${inHtml(String(cell))}</th>` : `<${tag}>${inHtml(String(cell))}</${tag}>`)).join('')}</tr>`;
  return `<details class="plot__values"><summary>The values</summary><div class="plot__table" role="region" tabindex="0" aria-label="The values: ${inHtml(figure.title)}"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div></details>`;
}

function scale({ from, to, scale: kind }, start, end) {
  const place = kind === 'log' ? Math.log : (value) => value;
  return (value) => start + ((place(value) - place(from)) / (place(to) - place(from))) * (end - start);
}

/** Every other tick on a phone, where not all ticks fit. */
function fewer(all, name) {
  return name === 'narrow' && all.length > 7 ? all.filter((_, place) => place % 2 === 0) : all;
}

function stroke(colour, dash) {
  return `fill="none" stroke="var(--${colour})" stroke-width="2.5"${dash === '' ? '' : ` stroke-dasharray="${dash}"`} stroke-linejoin="round"`;
}

/** The value of a tick, without its unit, which is in the axis title. */
function plain(value, { as }) {
  return shown(value, { as, digits: 6 }).split('\u00a0')[0];
}

function unitOf({ as }) {
  const unit = as === undefined ? '' : shown(1, { as }).split('\u00a0')[1];
  return unit ? `, in ${unit}` : '';
}

function rounded(path) {
  return path.replace(/\d+\.\d+/g, (number) => Number(number).toFixed(1));
}

function inHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
