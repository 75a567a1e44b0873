/** The purpose of the lab in one sentence, above the queue from the first frame on. */

import { leaveFirstMinute } from '../../core/page/view-store';
import { useScene } from '../../core/scene/scene-store';
import { Icon } from '../../ui/Icon';
import { PHONE, useMedia } from '../../ui/use-media';
import './sentence.css';

export function Sentence() {
  const isPhone = useMedia(PHONE);
  const isRed = useScene((state) => state.scenario?.lanes[0]?.aqm === 'red');
  return (
    <section className="sentence" aria-label="What this is">
      <h2 className="sentence__claim">A queue decides who gets through.</h2>
      <p className="sentence__how soft">
        Every block is a packet that waits for a slow link. <b className="sentence__blue">Blue flows</b> slow down when
        they lose one; the{' '}
        <b className="sentence__orange">
          orange flow <span aria-hidden="true">◆</span>
        </b>{' '}
        never does. {isRed ? 'RED does not look at flows.' : 'Watch how CHOKe, a rule without memory, finds this flow.'}
      </p>
      <button
        type="button"
        className="button button--quiet sentence__leave"
        title="Skip the introduction (Esc)"
        onClick={leaveFirstMinute}
      >
        <span className={isPhone ? 'visually-hidden' : undefined}>
          Skip <kbd>Esc</kbd>
        </span>
        <Icon name="close" />
      </button>
    </section>
  );
}
