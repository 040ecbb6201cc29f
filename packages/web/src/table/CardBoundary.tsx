import { Component, type ReactNode } from 'react';
import { logFailure } from '../browser/log.ts';
import { showToast } from '../context/toasts.ts';
import { ErrorState } from './ListStates.tsx';

type CardBoundaryProps = {
  /** The name of the card in the log, and in the toast. */
  name: string;
  /**
   * Must remove the boundary. With it, a toast reports the failure, and nothing is shown in place. For a whole dialog, whose
   * frame has failed too.
   */
  onFailure?: () => void;
  children: ReactNode;
};

/** Limits an error during rendering to one card or dialog, so that the rest of the page stays usable. */
export class CardBoundary extends Component<CardBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    const { name, onFailure } = this.props;
    const text = `${name} could not be drawn.`;
    logFailure(text, error);
    if (onFailure === undefined) return;
    showToast(`${text} Retry, or reload the page.`);
    onFailure();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.onFailure ? null : (
      <ErrorState
        title="This part could not be drawn."
        detail="The rest of the page is not affected. Retry, or reload the page."
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
