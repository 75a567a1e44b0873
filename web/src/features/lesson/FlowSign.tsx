/** A packet of a flow, drawn as on the stage. Unresponsive flows have a mark, so that colour is not the only cue. */

import { flowColour, PALETTE } from '../../base/palette';
import { useView } from '../../core/page/view-store';

interface Props {
  readonly isResponsive: boolean;
  /** Row of the flow in the scene, which determines its shade. If undefined, the symbol has the colour of the class. */
  readonly row?: number | undefined;
  /** True for an unresponsive flow whose rate does not exceed its fair share, such as a ping or a call. */
  readonly isSparse?: boolean;
}

export function FlowSign({ isResponsive, row, isSparse = false }: Props) {
  const colours = PALETTE[useView(({ theme }) => theme)];
  const fill =
    row === undefined
      ? isResponsive
        ? colours.responsive
        : colours.unresponsive
      : flowColour(colours, row, isResponsive, isSparse);
  return (
    <svg className="lesson-sign" viewBox="0 0 12 12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="11" height="11" rx="2.5" fill={fill} />
      {!isResponsive && !isSparse && <path d="M6 2.2 9.2 6 6 9.8 2.8 6Z" fill={colours.onUnresponsive} />}
      {isSparse && <circle cx="6" cy="6" r="2.4" fill={colours.onSparse} />}
    </svg>
  );
}
