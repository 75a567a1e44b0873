/** Switch for the theme: dark, light, high contrast for projectors, or the theme of the system. */

import { Icon, type IconName } from '../../ui/Icon';
import { type Segment, Segments } from '../../ui/Segments';
import type { ThemeChoice } from '../../ui/theme';
import { chooseTheme, useView } from '../page/view-store';

const CHOICES: readonly Segment<ThemeChoice>[] = [
  choice('dark', 'Dark', 'moon'),
  choice('light', 'Light', 'sun'),
  choice('projector', 'Projector', 'projector'),
  choice('system', 'As the system', 'system'),
];

export function ThemeSwitch() {
  const current = useView((state) => state.linkedTheme ?? state.themeChoice);
  return (
    <Segments className="segments--icons" label="Theme" choices={CHOICES} chosen={current} onChoose={chooseTheme} />
  );
}

function choice(id: ThemeChoice, words: string, icon: IconName): Segment<ThemeChoice> {
  const name = (
    <>
      <Icon name={icon} />
      <span className="visually-hidden">{words}</span>
    </>
  );
  return { id, name, meaning: `${words} theme` };
}
