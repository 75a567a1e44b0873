/** An error boundary around the whole page. It describes the failure in plain words and offers two ways to go on. */

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { problemText } from '../base/problem-text';
import { forgetScene } from '../core/session/address';
import { Brand } from './Header';

interface Props {
  /** Called once the page can no longer be rendered. Stops the runs, which would otherwise continue unseen. */
  readonly onFault: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly problem: string | undefined;
}

export class Fault extends Component<Props, State> {
  override state: State = { problem: undefined };

  static getDerivedStateFromError(problem: unknown): State {
    return { problem: problemText(problem) };
  }

  override componentDidCatch(problem: unknown, { componentStack }: ErrorInfo): void {
    console.error('The page could not be drawn.', problem, componentStack);
    this.props.onFault();
  }

  override render(): ReactNode {
    const { problem } = this.state;
    return problem === undefined ? this.props.children : <FaultPage problem={problem} />;
  }
}

function FaultPage({ problem }: { readonly problem: string }) {
  return (
    <div className="app">
      <header className="row row--tight header">
        <Brand />
      </header>
      <main className="fault" id="stage">
        <div className="stack gap-3 large fault__message" role="alert">
          <h2 className="dialog__title wrong">The page stopped because of an internal error.</h2>
          <p>
            The scene is not lost: its link is still in the address bar. Reload the page to open the scene from its
            start. If the error returns, open the default scene.
          </p>
          <p className="breakable">
            The error: <code>{problem.slice(0, 300)}</code>
          </p>
        </div>
        <div className="row gap-3">
          <button type="button" className="button button--accent" onClick={() => window.location.reload()}>
            Reload
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              forgetScene();
              window.location.reload();
            }}
          >
            Open the default scene
          </button>
        </div>
      </main>
    </div>
  );
}
