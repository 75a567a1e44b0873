/** A button that shows only an icon. Its name is for screen readers. */

import { Icon, type IconName } from './Icon';

interface Props {
  readonly icon: IconName;
  readonly name: string;
  readonly title?: string | undefined;
  /** The key for the same action. The tooltip shows it after the title, or after the name. */
  readonly keyName?: string | undefined;
  /** CSS classes in addition to those of a button. */
  readonly className?: string;
  readonly isPressed?: boolean | undefined;
  readonly isDisabled?: boolean;
  /** True if the button keeps the focus when its own action disables it, as at the end of a list. */
  readonly keepsFocus?: boolean;
  /** Name of the button's action. Other code finds the button by it, to focus it. */
  readonly does?: string;
  readonly onPress: (button: HTMLButtonElement) => void;
}

export function IconButton({ icon, name, title, keyName, className = '', isPressed, onPress, ...rest }: Props) {
  const { isDisabled = false, keepsFocus = false, does } = rest;
  return (
    <button
      type="button"
      className={`button button--icon ${className}`.trim()}
      title={keyName === undefined ? title : `${title ?? name} (${keyName})`}
      data-does={does}
      aria-pressed={isPressed}
      disabled={isDisabled && !keepsFocus}
      aria-disabled={keepsFocus ? isDisabled : undefined}
      onClick={({ currentTarget }) => !isDisabled && onPress(currentTarget)}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{name}</span>
    </button>
  );
}
