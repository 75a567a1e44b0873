import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../features';
import { viewStore } from '../page/view-store';
import { presenterInLink, viewAsLinked } from './link-view';
import { readView } from './read-view';

const BEFORE = { themeChoice: 'light', addressTheme: undefined, systemIsLight: false } as const;

const read = (view: unknown) => readView(view, FEATURES);

describe('the view of a link', () => {
  it('has defaults for everything that the link does not contain, whatever was open before', () => {
    expect(viewAsLinked({}, BEFORE)).toEqual({
      workspace: 'watch',
      home: 'watch',
      packetColour: 'flow',
      settings: {},
      isPresenting: false,
      presentedPlot: undefined,
      linkedTheme: undefined,
      theme: 'light',
    });
  });

  it('has the values of the link', () => {
    const theory = { picture: 'share', values: { 'share.n': 5 } };
    expect(viewAsLinked(read({ workspace: 'theory', theory, packets: 'wait' }), BEFORE)).toMatchObject({
      workspace: 'theory',
      packetColour: 'wait',
      settings: { theory },
    });
    expect(viewAsLinked({ workspace: 'lab' }, BEFORE)).toMatchObject({ workspace: 'lab', home: 'lab' });
    const sweep = { seeds: 3 };
    expect(viewAsLinked(read({ workspace: 'sweep', sweep }), BEFORE)).toMatchObject({
      workspace: 'sweep',
      settings: { sweep },
    });
    expect(viewAsLinked(read({ workspace: 'paper', sweep }), BEFORE)).toMatchObject({ settings: {} });
  });

  it('can be read from links with the names of former panels', () => {
    const sweep = { seeds: 3 };
    expect(read({ below: 'sweep', sweep })).toEqual({ workspace: 'sweep', settings: { sweep } });
    expect(read({ below: 'plots' })).toEqual({ workspace: 'lab' });
    expect(read({ workspace: 'watch', below: 'paper' })).toEqual({ workspace: 'watch' });
  });

  it('is the presenter with its plot and theme, if the link contains it', () => {
    expect(viewAsLinked(read({ presenter: { plot: 'queue', theme: 'projector' } }), BEFORE)).toMatchObject({
      isPresenting: true,
      presentedPlot: 'queue',
      theme: 'projector',
    });
    // If the link contains no theme, the user's theme stays.
    expect(viewAsLinked(read({ presenter: {} }), BEFORE)).toMatchObject({ isPresenting: true, theme: 'light' });
    expect(viewAsLinked(read({ presenter: { plot: 7, theme: 'constructor' } }), BEFORE)).toMatchObject({
      isPresenting: true,
      presentedPlot: undefined,
      theme: 'light',
    });
  });

  it('is the same after writing and reading', () => {
    const presenting = { ...viewStore.getInitialState(), isPresenting: true, presentedPlot: 'drops' } as const;
    expect(read(presenterInLink({ ...presenting, linkedTheme: 'projector' }))).toEqual({
      presenter: { plot: 'drops', theme: 'projector' },
    });
    expect(presenterInLink({ ...presenting, themeChoice: 'dark' })).toEqual({
      presenter: { plot: 'drops', theme: 'dark' },
    });
    // A theme that follows the system is not written into the link, because systems differ.
    expect(presenterInLink(presenting)).toEqual({ presenter: { plot: 'drops' } });
    expect(presenterInLink({ ...presenting, isPresenting: false })).toEqual({});
  });

  it('includes the interval, unless the interval is not valid', () => {
    const interval = [10, 20.5] as const;
    expect(read({ interval })).toEqual({ interval });
    expect(viewAsLinked(read({ interval }), BEFORE)).toMatchObject({ interval: { from_s: 10, until_s: 20.5 } });
    for (const damaged of [
      ...[7, '10..20', null, {}, [], [10], [10, 20, 30], [20, 10], [10, 10], [-1, 5]],
      ...[['10', '20'], [0, Number.NaN], [0, Number.POSITIVE_INFINITY], [null, 5], { from_s: 1, until_s: 2 }],
    ]) {
      expect(read({ interval: damaged })).toEqual({});
      // The previous interval has no effect.
      expect(viewAsLinked(read({ interval: damaged }), BEFORE).interval).toBeUndefined();
    }
  });

  it('is never an unknown workspace', () => {
    expect(viewAsLinked(read({ workspace: 'cellar', packets: 7 }), BEFORE)).toMatchObject({
      workspace: 'watch',
      packetColour: 'flow',
    });
  });
});
