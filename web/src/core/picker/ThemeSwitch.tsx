/** Dark or light for the desk, the strongest contrast for a projector, or as the system has it. */

import { useId } from 'react';
import { Icon, type IconName } from '../../ui/Icon';
import type { ThemeChoice } from '../../ui/theme';
import { chooseTheme, useView } from '../page/view-store';
import './picker.css';

const CHOICES: readonly { readonly choice: ThemeChoice; readonly name: string; readonly icon: IconName }[] = [
  { choice: 'dark', name: 'Dark', icon: 'moon' },
  { choice: 'light', name: 'Light', icon: 'sun' },
  { choice: 'projector', name: 'Projector', icon: 'projector' },
  { choice: 'system', name: 'As the system', icon: 'system' },
];

export function ThemeSwitch() {
  const current = useView((state) => state.linkedTheme ?? state.themeChoice);
  const group = useId();
  return (
    <fieldset className="segments segments--icons">
      <legend className="visually-hidden">Theme</legend>
      {CHOICES.map(({ choice, name, icon }) => (
        <label key={choice} className="segments__segment" title={`${name} theme`}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={choice === current}
            onChange={() => chooseTheme(choice)}
          />
          <Icon name={icon} />
          <span className="visually-hidden">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
