/** Which panel is shown below the queue. */

import { Segments } from '../../ui/Segments';
import { showBelow, useView } from '../page/view-store';

export interface TabChoice {
  readonly id: string;
  /** Undefined: it belongs to the plots. */
  readonly name?: string;
  readonly meaning?: string;
}

const PLOTS: TabChoice = { id: 'plots', name: 'Plots', meaning: 'What happens over time' };

interface Props {
  readonly tabs: readonly TabChoice[];
  /** Id of one that has a place of its own on a narrow screen. */
  readonly without?: string;
}

export function BelowSwitch({ tabs, without }: Props) {
  const below = useView((state) => state.below);
  const choices = [PLOTS, ...tabs].flatMap(({ name, ...tab }) =>
    name === undefined || tab.id === without ? [] : [{ ...tab, name }],
  );
  const shown = choices.some(({ id }) => id === below) ? below : PLOTS.id;
  return <Segments label="Below the queue" choices={choices} chosen={shown} onChoose={showBelow} />;
}
