import { describe, expect, it } from 'vitest';
import { fragmentOfPlace, placeIn } from './address';

describe('the address', () => {
  it.each([
    ['', { scene: '', catalogue: undefined }],
    ['1.q1bKzE-_', { scene: '1.q1bKzE-_', catalogue: undefined }],
    ['/catalogue', { scene: '', catalogue: '' }],
    ['1.q1bKzE/catalogue', { scene: '1.q1bKzE', catalogue: '' }],
    ['list.1.1/A%20lecture/One=1.q1bKzE', { scene: 'list.1.1/A%20lecture/One=1.q1bKzE', catalogue: undefined }],
    ['lesson.1.full-buffer/3', { scene: 'lesson.1.full-buffer/3', catalogue: undefined }],
    ['lesson.1.full-buffer/3/catalogue/choke', { scene: 'lesson.1.full-buffer/3', catalogue: 'choke' }],
    ['1.q1bKzE/catalogue/rear-choke', { scene: '1.q1bKzE', catalogue: 'rear-choke' }],
  ])('%s splits into a scene and a page of the catalogue, and joins again', (fragment, place) => {
    expect(placeIn(fragment)).toEqual(place);
    expect(fragmentOfPlace(place)).toBe(fragment);
  });

  it('ignores unknown text after the scene', () => {
    expect(placeIn('1.abc/catalogues')).toEqual({ scene: '1.abc', catalogue: undefined });
    expect(placeIn('1.abc/else/where')).toEqual({ scene: '1.abc', catalogue: undefined });
  });
});
