import { Component, type ReactNode } from 'react';
import { logFailure } from '../browser/log.ts';
import { ErrorState } from './ListStates.tsx';

type CardBoundaryProps = { /** The name of the card in the log. */ name: string; children: ReactNode };

/** Limits an error during rendering to one card, so that the rest of the page stays usable. */
export class CardBoundary extends Component<CardBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logFailure(`${this.props.name} could not be drawn.`, error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorState
        title="This card could not be drawn."
        detail="The rest of the page is not affected. Retry, or reload the page."
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
