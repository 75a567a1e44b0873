/**
 * A canvas context that writes the drawings of the page's painters as SVG. It implements the calls that the painters
 * use, and throws on any other call, so that no part of a saved picture can silently go missing. Pure: the same calls
 * give the same bytes. `docs/decisions/0052` explains why no library is used.
 */

import type { VectorContext } from '../../ui/marks/vector-context';
import { escapeXml } from './escape-xml';

/** Measures text. On the page it uses a canvas. */
export interface Ruler {
  readonly widthOf: (font: string, text: string) => number;
  /** Distance from the middle of a line of text down to its baseline [px]. */
  readonly baselineBelowMiddle: (font: string) => number;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The calls and settings of a canvas that the painters use. */
type Drawn = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'bezierCurveTo'
  | 'clearRect'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'globalAlpha'
  | 'globalCompositeOperation'
  | 'lineCap'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'measureText'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'rotate'
  | 'roundRect'
  | 'save'
  | 'scale'
  | 'setLineDash'
  | 'stroke'
  | 'strokeStyle'
  | 'strokeText'
  | 'textAlign'
  | 'textBaseline'
  | 'translate'
>;

/** The state that `save` stores. */
interface State {
  fillStyle: string | CanvasGradient | CanvasPattern;
  strokeStyle: string | CanvasGradient | CanvasPattern;
  lineWidth: number;
  lineCap: CanvasLineCap;
  lineJoin: CanvasLineJoin;
  globalAlpha: number;
  globalCompositeOperation: GlobalCompositeOperation;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  dash: readonly number[];
  matrix: Matrix;
}

const FRESH: State = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  dash: [],
  matrix: [1, 0, 0, 1, 0, 0],
};

class Texture {
  constructor(
    readonly id: string,
    readonly side: number,
    readonly content: string,
  ) {}
}

export class SvgContext implements Drawn {
  fillStyle = FRESH.fillStyle;
  strokeStyle = FRESH.strokeStyle;
  lineWidth = FRESH.lineWidth;
  lineCap = FRESH.lineCap;
  lineJoin = FRESH.lineJoin;
  globalAlpha = FRESH.globalAlpha;
  globalCompositeOperation = FRESH.globalCompositeOperation;
  font = FRESH.font;
  textAlign = FRESH.textAlign;
  textBaseline = FRESH.textBaseline;
  /** Fonts of all texts. */
  readonly fonts = new Set<string>();
  readonly canvas: { readonly width: number; readonly height: number };
  private dash = FRESH.dash;
  private matrix = FRESH.matrix;
  private path: string[] = [];
  private elements: string[] = [];
  private readonly definitions = new Map<string, string>();
  private readonly textures = new Map<string, Texture>();
  private readonly kept: State[] = [];
  private masks = 0;

  /** `name` begins every id in the picture, so that ids differ if one page contains several pictures. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly name: string,
    private readonly ruler: Ruler,
    /**
     * Background colour, set only for a PDF. A PDF has no masks, so erased parts are covered with this colour, and text
     * is aligned at its start.
     */
    private readonly ground?: string,
  ) {
    this.canvas = { width, height };
    // After this call, setting an unknown property throws instead of having no effect.
    Object.preventExtensions(this);
  }

  /** This object as a `VectorContext`, the type that painters expect. */
  get pen(): VectorContext {
    return this as unknown as VectorContext;
  }

  /** The drawing as SVG, without the enclosing `svg` element. */
  get content(): string {
    const definitions = [...this.definitions.values()].join('\n');
    return `${definitions === '' ? '' : `<defs>\n${definitions}\n</defs>\n`}${this.elements.join('\n')}`;
  }

  layer(paint: () => void): void {
    const below = this.elements;
    this.elements = [];
    paint();
    this.elements = [...below, '<g>', ...this.elements, '</g>'];
  }

  texture(key: string, side: number, paint: (pen: CanvasRenderingContext2D) => void): CanvasPattern {
    let texture = this.textures.get(key);
    if (texture === undefined) {
      const tile = new SvgContext(side, side, this.name, this.ruler);
      paint(tile.pen);
      texture = new Texture(`${this.name}-texture${this.textures.size + 1}`, side, tile.content);
      this.textures.set(key, texture);
    }
    return texture as unknown as CanvasPattern;
  }

  save(): void {
    this.kept.push({
      fillStyle: this.fillStyle,
      strokeStyle: this.strokeStyle,
      lineWidth: this.lineWidth,
      lineCap: this.lineCap,
      lineJoin: this.lineJoin,
      globalAlpha: this.globalAlpha,
      globalCompositeOperation: this.globalCompositeOperation,
      font: this.font,
      textAlign: this.textAlign,
      textBaseline: this.textBaseline,
      dash: this.dash,
      matrix: this.matrix,
    });
  }

  restore(): void {
    const state = this.kept.pop();
    if (state !== undefined) Object.assign(this, state);
  }

  translate(x: number, y: number): void {
    this.transform([1, 0, 0, 1, x, y]);
  }

  rotate(angle: number): void {
    this.transform([Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]);
  }

  /** Scales by the same factor in both directions, since a line would otherwise have two widths. */
  scale(x: number, y: number): void {
    if (x !== y) throw new Error('a picture is scaled alike in both directions');
    this.transform([x, 0, 0, y, 0, 0]);
  }

  setLineDash(dash: Iterable<number>): void {
    this.dash = [...dash];
  }

  /** Removes all elements on this layer. Throws if the rectangle is not the whole picture. */
  clearRect(x: number, y: number, width: number, height: number): void {
    if (x > 0 || y > 0 || x + width < this.width || y + height < this.height)
      throw new Error('only a whole picture is cleared');
    this.elements = [];
  }

  beginPath(): void {
    this.path = [];
  }

  closePath(): void {
    if (this.path.length > 0) this.path.push('Z');
  }

  moveTo(x: number, y: number): void {
    if (areNumbers(x, y)) this.path.push(`M${this.at(x, y)}`);
  }

  lineTo(x: number, y: number): void {
    if (areNumbers(x, y)) this.path.push(`${this.path.length === 0 ? 'M' : 'L'}${this.at(x, y)}`);
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    if (areNumbers(x1, y1, x2, y2, x, y)) this.path.push(`C${this.at(x1, y1)} ${this.at(x2, y2)} ${this.at(x, y)}`);
  }

  arc(x: number, y: number, radius: number, from: number, to: number, isAgainstClock = false): void {
    if (!areNumbers(x, y, radius, from, to)) return;
    const sweep = sweepOf(from, to, isAgainstClock);
    const point = (angle: number): string => this.at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    const r = short(radius * this.stretch);
    this.path.push(`${this.path.length === 0 ? 'M' : 'L'}${point(from)}`);
    // An SVG arc with equal ends is empty, so a circle is drawn as two halves.
    for (const part of [0.5, 1])
      this.path.push(`A${r} ${r} 0 0 ${isAgainstClock ? 0 : 1} ${point(from + sweep * part)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    if (areNumbers(x, y, width, height)) this.path.push(this.outline(x, y, width, height));
  }

  roundRect(x: number, y: number, width: number, height: number, radius?: unknown): void {
    if (typeof radius !== 'number') throw new Error('all corners of a box are alike');
    if (!areNumbers(x, y, width, height)) return;
    const r = Math.min(radius, Math.abs(width) / 2, Math.abs(height) / 2);
    if (r <= 0) {
      this.rect(x, y, width, height);
      return;
    }
    const [right, bottom] = [x + width, y + height];
    const turn = `A${short(r * this.stretch)} ${short(r * this.stretch)} 0 0 1 `;
    this.path.push(
      `M${this.at(x + r, y)}L${this.at(right - r, y)}${turn}${this.at(right, y + r)}`,
      `L${this.at(right, bottom - r)}${turn}${this.at(right - r, bottom)}`,
      `L${this.at(x + r, bottom)}${turn}${this.at(x, bottom - r)}L${this.at(x, y + r)}${turn}${this.at(x + r, y)}Z`,
    );
  }

  fill(): void {
    this.fillOutline(this.path.join(''));
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (areNumbers(x, y, width, height)) this.fillOutline(this.outline(x, y, width, height));
  }

  stroke(): void {
    if (this.path.length === 0 || this.globalAlpha === 0) return;
    this.add(`<path d="${this.path.join('')}" fill="none"${this.strokeAttributes()}/>`);
  }

  fillText(text: string, x: number, y: number): void {
    this.addText(text, x, y, this.fillAttributes());
  }

  strokeText(text: string, x: number, y: number): void {
    this.addText(text, x, y, ` fill="none"${this.strokeAttributes()}`);
  }

  measureText(text: string): TextMetrics {
    return { width: this.ruler.widthOf(this.font, text) } as TextMetrics;
  }

  private transform([a, b, c, d, e, f]: Matrix): void {
    const [A, B, C, D, E, F] = this.matrix;
    this.matrix = [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
  }

  /** A point, converted to the coordinates of the picture. */
  private at(x: number, y: number): string {
    const [a, b, c, d, e, f] = this.matrix;
    return `${short(a * x + c * y + e)} ${short(b * x + d * y + f)}`;
  }

  /** Pixels of the picture per unit of the context. */
  private get stretch(): number {
    return Math.hypot(this.matrix[0], this.matrix[1]);
  }

  private outline(x: number, y: number, width: number, height: number): string {
    const [right, bottom] = [x + width, y + height];
    return `M${this.at(x, y)}L${this.at(right, y)}L${this.at(right, bottom)}L${this.at(x, bottom)}Z`;
  }

  private fillOutline(outline: string): void {
    if (outline === '' || this.globalAlpha === 0) return;
    if (this.globalCompositeOperation === 'destination-out') this.erase(outline);
    else this.add(`<path d="${outline}"${this.fillAttributes()}/>`);
  }

  /** Fades the shapes on this layer that are inside the outline. With a `globalAlpha` of 1, the shapes disappear. */
  private erase(outline: string): void {
    if (this.ground !== undefined) {
      this.elements.push(`<path d="${outline}" fill="${escapeXml(this.ground)}"${opacity('fill', this.globalAlpha)}/>`);
      return;
    }
    this.masks += 1;
    const id = `${this.name}-mask${this.masks}`;
    const all = `x="0" y="0" width="${short(this.width)}" height="${short(this.height)}"`;
    this.definitions.set(
      id,
      `<mask id="${id}" maskUnits="userSpaceOnUse" ${all}><rect ${all} fill="#fff"/><path d="${outline}" fill="#000"${opacity('fill', this.globalAlpha)}/></mask>`,
    );
    this.elements = [`<g mask="url(#${id})">`, ...this.elements, '</g>'];
  }

  private add(element: string): void {
    if (this.globalCompositeOperation !== 'source-over')
      throw new Error(`a saved picture knows no ${this.globalCompositeOperation}`);
    this.elements.push(element);
  }

  private addText(text: string, x: number, y: number, paint: string): void {
    if (text === '' || this.globalAlpha === 0) return;
    const font = fontOf(this.font);
    this.fonts.add(font.family);
    const down = this.textBaseline === 'middle' ? this.ruler.baselineBelowMiddle(this.font) : 0;
    if (this.textBaseline !== 'middle' && this.textBaseline !== 'alphabetic')
      throw new Error(`no text baseline ${this.textBaseline}`);
    const anchor = this.ground === undefined ? ANCHORS[this.textAlign] : 'start';
    if (anchor !== ANCHORS[this.textAlign])
      x -= this.ruler.widthOf(this.font, text) * (ANCHORS[this.textAlign] === 'middle' ? 0.5 : 1);
    const [a, b, c, d, e, f] = this.matrix;
    const isUpright = a === 1 && b === 0;
    const place = isUpright
      ? `x="${short(x + e)}" y="${short(y + down + f)}"`
      : `x="${short(x)}" y="${short(y + down)}" transform="matrix(${[a, b, c, d, e, f].map(fine).join(' ')})"`;
    this.add(
      `<text ${place} font-family="${escapeXml(font.family)}" font-size="${short(font.size)}"${font.weight === '400' ? '' : ` font-weight="${font.weight}"`}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${paint}>${escapeXml(withAllSpaces(text))}</text>`,
    );
  }

  private fillAttributes(): string {
    return ` fill="${this.paintOf(this.fillStyle)}"${opacity('fill', this.globalAlpha)}`;
  }

  private strokeAttributes(): string {
    const parts = [` stroke="${this.paintOf(this.strokeStyle)}"${opacity('stroke', this.globalAlpha)}`];
    parts.push(` stroke-width="${short(this.lineWidth * this.stretch)}"`);
    if (this.lineCap !== 'butt') parts.push(` stroke-linecap="${this.lineCap}"`);
    if (this.lineJoin !== 'miter') parts.push(` stroke-linejoin="${this.lineJoin}"`);
    // The miter limit of a canvas is ten line widths. In SVG it is four.
    else parts.push(' stroke-miterlimit="10"');
    if (this.dash.length > 0)
      parts.push(` stroke-dasharray="${this.dash.map((it) => short(it * this.stretch)).join(' ')}"`);
    return parts.join('');
  }

  private paintOf(style: string | CanvasGradient | CanvasPattern): string {
    if (typeof style === 'string') return escapeXml(style);
    const texture = style as unknown;
    if (!(texture instanceof Texture)) throw new Error('a saved picture knows colours and textures alone');
    // The first tile of a canvas pattern begins at the current origin.
    const matrix = this.matrix.map(fine).join(' ');
    const key = `${texture.id} ${matrix}`;
    if (!this.definitions.has(key)) {
      const id = `${texture.id}-${this.definitions.size + 1}`;
      this.definitions.set(
        key,
        `<pattern id="${id}" width="${texture.side}" height="${texture.side}" patternUnits="userSpaceOnUse" patternTransform="matrix(${matrix})">${texture.content}</pattern>`,
      );
    }
    return `url(#${/id="([^"]+)"/.exec(this.definitions.get(key) ?? '')?.[1]})`;
  }
}

const ANCHORS: Readonly<Record<CanvasTextAlign, 'start' | 'middle' | 'end'>> = {
  start: 'start',
  left: 'start',
  center: 'middle',
  right: 'end',
  end: 'end',
};

/** The parts of a font such as `600 12px "Inter Variable", sans-serif`, which is the form that the painters write. */
export function fontOf(font: string): { readonly weight: string; readonly size: number; readonly family: string } {
  const [, weight = '400', size, family] = /^(?:(\d+) )?([\d.]+)px (.+)$/.exec(font) ?? [];
  if (size === undefined || family === undefined)
    throw new Error(`a font is not written like "600 12px Inter": ${font}`);
  return { weight, size: Number(size), family };
}

/** Text whose spaces SVG preserves. Otherwise SVG would collapse runs of spaces, and remove those at the ends. */
function withAllSpaces(text: string): string {
  return text.replace(/^ | $| (?= )/g, '\u00a0');
}

/** Angle of an arc [rad], computed as a canvas does. */
function sweepOf(from: number, to: number, isAgainstClock: boolean): number {
  const whole = 2 * Math.PI;
  const way = isAgainstClock ? from - to : to - from;
  const sweep = way >= whole ? whole : ((way % whole) + whole) % whole;
  return isAgainstClock ? -sweep : sweep;
}

function opacity(of: 'fill' | 'stroke', alpha: number): string {
  return alpha >= 1 ? '' : ` ${of}-opacity="${fine(alpha)}"`;
}

/** A coordinate, rounded to a hundredth of a pixel. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100 || 0);
}

/** A factor of a matrix. It needs more digits than a coordinate. */
function fine(value: number): string {
  return String(Math.round(value * 1e5) / 1e5 || 0);
}

function areNumbers(...values: readonly number[]): boolean {
  return values.every(Number.isFinite);
}
