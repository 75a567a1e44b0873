/**
 * A panel that loads on demand. If loading fails, for example offline, the page works without the panel and says so.
 * Loading is retried when the network is available or the user presses "Try again".
 */

import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { onNextAttempt, tryAgain } from '../base/attempts';

interface WayOut {
  readonly name: string;
  readonly leave: () => void;
}

interface Options<Props> {
  /** True if the panel's space stays empty, without a message, until the panel has loaded. */
  readonly isQuiet?: boolean;
  /** A button with which the user leaves the panel if the panel could not be loaded. */
  readonly wayOut?: (props: Props) => WayOut;
}

/** `what` is the panel's name while it loads or fails, such as "The paper". */
export function onDemand<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false, wayOut }: Options<Props> = {},
): (props: Props) => ReactNode {
  const asked = (): ComponentType<Props> =>
    lazy(async () => ({
      default: await load().catch((cause: unknown) => {
        throw new NotLoaded(what, { cause });
      }),
    })) as unknown as ComponentType<Props>;
  let Panel = asked();
  const waiting = isQuiet ? null : <p className="soft part-loading">Opening {what.toLowerCase()}…</p>;
  return (props) => (
    <Attempt
      what={what}
      wayOut={wayOut?.(props)}
      onFailure={() => {
        Panel = asked();
      }}
    >
      {() => (
        <Suspense fallback={waiting}>
          <Panel {...props} />
        </Suspense>
      )}
    </Attempt>
  );
}

class NotLoaded extends Error {}

interface AttemptProps {
  readonly what: string;
  readonly wayOut: WayOut | undefined;
  readonly onFailure: () => void;
  /** Renders the panel; called again whenever loading is retried. */
  readonly children: () => ReactNode;
}

interface AttemptState {
  readonly problem: 'none' | 'not loaded' | 'failed';
}

class Attempt extends Component<AttemptProps, AttemptState> {
  override state: AttemptState = { problem: 'none' };
  private forget: (() => void) | undefined;

  static getDerivedStateFromError(problem: unknown): AttemptState {
    return { problem: problem instanceof NotLoaded ? 'not loaded' : 'failed' };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
    this.forget?.();
    this.forget = onNextAttempt(() => this.setState({ problem: 'none' }));
  }

  override componentWillUnmount(): void {
    this.forget?.();
  }

  override render(): ReactNode {
    const { problem } = this.state;
    const { what, wayOut, children } = this.props;
    if (problem === 'none') return children();
    return (
      <div className="stack not-loaded" role="status">
        <p>
          {problem === 'not loaded' && import.meta.env.MODE === 'one-file'
            ? `${what} is not in a saved file. Follow the link below to open it in the lab.`
            : problem === 'not loaded'
              ? `${what} could not be loaded. Check your network connection. Everything already on the page still works.`
              : `${what} could not be shown because of an internal error.`}
        </p>
        <p className="row">
          <button type="button" className="button" onClick={tryAgain}>
            Try again
          </button>
          {wayOut !== undefined && (
            <button type="button" className="button" onClick={() => wayOut.leave()}>
              {wayOut.name}
            </button>
          )}
        </p>
      </div>
    );
  }
}
