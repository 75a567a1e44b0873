import { describe, expect, it } from 'vitest';
import { withScene } from './one-file';

const TEMPLATE = '<title>Chokepoint</title><!--saved--><body></body>';
const SAVED = { fragment: '2.choked-model1.abc', title: 'Model 1 – Chokepoint', lab: 'https://lab.example/' };

function savedIn(file: string): unknown {
  return JSON.parse(/id="saved">([^<]*)<\/script>/.exec(file)?.[1] ?? '');
}

describe('a scene saved as one file', () => {
  it('contains the scene and its origin', () => {
    const file = withScene(TEMPLATE, SAVED);
    expect(savedIn(file)).toEqual(SAVED);
    expect(file).toContain('<title>Model 1 – Chokepoint</title>');
  });

  it('is valid with any name of the scene', () => {
    const title = '$& </script><script>alert(1)</script> <!--saved--> </title>';
    const file = withScene(TEMPLATE, { ...SAVED, title });
    expect(savedIn(file)).toEqual({ ...SAVED, title });
    expect(file.match(/<script/g)).toHaveLength(1);
  });

  it('is not made from a template without a place for the scene', () => {
    expect(() => withScene('<html></html>', SAVED)).toThrow('no place for a scene');
  });
});
