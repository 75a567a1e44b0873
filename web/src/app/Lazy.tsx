/** A panel that is loaded when somebody opens it. One that cannot be loaded, offline for example, leaves the page alone. */

import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  /** "The paper panel": what it is called when it waits or fails. */
  readonly what: string;
  /** Nothing stands there until it is loaded. */
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

export function Lazy({ what, isQuiet = false, children }: Props) {
  const waiting = isQuiet ? null : <p className="below-waiting">Opening {what.toLowerCase()}…</p>;
  return (
    <Loaded what={what}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Loaded>
  );
}

class Loaded extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { what, children } = this.props;
    if (this.state.isBroken)
      return <p className="below-waiting">{what} could not be loaded. Please reload the page.</p>;
    return children;
  }
}
