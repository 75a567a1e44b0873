import { describe, expect, it } from 'vitest';
import {
  EMBED_PARTS,
  type EmbedOptions,
  type EmbedPart,
  embedAddress,
  queryOf,
  readEmbedOptions,
  USUAL_OPTIONS,
} from './embed-address';
import { elementCode, frameCode } from './embed-code';

const PARTS = Object.keys(EMBED_PARTS) as EmbedPart[];

describe('the address of an embed', () => {
  it('is the same after it was written and read again, for all choices', () => {
    for (let bits = 0; bits < 2 ** PARTS.length; bits += 1)
      for (const theme of [undefined, 'light'] as const) {
        const parts = PARTS.filter((_, place) => (bits >> place) % 2 === 1);
        const options: EmbedOptions = { parts, plays: bits % 3 === 0, theme, plot: bits % 2 ? 'queue' : undefined };
        const read = readEmbedOptions(queryOf(options));
        expect(read.problems).toEqual([]);
        expect({ ...read.options, parts: new Set(read.options.parts) }).toEqual({ ...options, parts: new Set(parts) });
      }
  });

  it('is in the folder of the lab, under any path, with the scene unchanged', () => {
    const scene = '2.choked-model1.abc.1~flows.0.rate_bps=3e6~x';
    for (const lab of ['https://example.org/a/', 'https://example.org/a/index.html', 'https://example.org/a/?measure'])
      expect(embedAddress(`${lab}#${scene}`, USUAL_OPTIONS)).toBe(`https://example.org/a/embed.html#${scene}`);
    expect(embedAddress(`https://example.org/a/#${scene}`, { ...USUAL_OPTIONS, plays: true, theme: 'light' })).toBe(
      `https://example.org/a/embed.html?theme=light&play=1#${scene}`,
    );
  });

  it('leaves hidden parts out of the default parts', () => {
    expect(readEmbedOptions('?hide=plots,header,headline').options.parts).toEqual(['transport']);
    expect(readEmbedOptions('?show=stage,explain,plots&hide=plots').options.parts).toEqual(['explain']);
  });

  it('reports every unknown word', () => {
    const { problems, options } = readEmbedOptions('?show=stage,plotz&hide=foo&play=yes&theme=constructor');
    expect(problems.map(({ field, value }) => `${field} ${value}`)).toEqual([
      'show plotz',
      'hide foo',
      'play yes',
      'theme constructor',
    ]);
    for (const { allowed } of problems) expect(allowed).not.toBe('');
    expect(options).toMatchObject({ plays: false, theme: undefined });
  });
});

describe('the HTML code for a page', () => {
  const link = 'https://example.org/lab/#2.choked-model1.abc.1~x';
  const size = { width: 640, height: 480 };

  it('is valid with any title', () => {
    const title = '"><script>alert(1)</script>';
    for (const code of [frameCode, elementCode]) {
      expect(code(link, USUAL_OPTIONS, size, title)).toContain('&quot;>&lt;script>alert(1)&lt;/script>');
      expect(code(link, USUAL_OPTIONS, size, title)).not.toContain('<script>alert');
    }
  });

  it('shows the same scene as a frame and as an element', () => {
    const options: EmbedOptions = { parts: ['plots', 'explain'], plays: true, theme: 'dark', plot: undefined };
    expect(frameCode(link, options, size, 'T')).toContain(
      'src="https://example.org/lab/embed.html?show=stage,plots,explain&amp;theme=dark&amp;play=1#2.choked-model1.abc.1~x"',
    );
    expect(elementCode(link, options, size, 'T')).toContain('show="stage,plots,explain" theme="dark" play="1"');
  });
});
