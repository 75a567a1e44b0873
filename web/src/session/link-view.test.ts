import { describe, expect, it } from 'vitest';
import { readView, viewAsLinked } from './link-view';

describe('how a link is looked at', () => {
  it('is as usual where the link does not say, whatever was open before', () => {
    expect(viewAsLinked({}, { openSheet: 'paper' })).toEqual({
      below: 'plots',
      packetColour: 'flow',
      theory: { picture: undefined, values: {} },
      openSheet: undefined,
    });
  });

  it('is what the link says', () => {
    const theory = { picture: 'share', values: { 'share.n': 5 } };
    expect(viewAsLinked({ below: 'theory', theory, packets: 'wait' }, { openSheet: 'controls' })).toEqual({
      below: 'theory',
      packetColour: 'wait',
      theory,
      openSheet: 'controls',
    });
    expect(viewAsLinked({ below: 'paper' }, { openSheet: undefined })).toMatchObject({ openSheet: 'paper' });
  });

  it('is never what no panel is called', () => {
    expect(viewAsLinked(readView({ below: 'cellar', packets: 7 }), { openSheet: undefined })).toMatchObject({
      below: 'plots',
      packetColour: 'flow',
    });
  });
});
