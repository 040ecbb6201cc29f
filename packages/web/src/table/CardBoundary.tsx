import { Component, type ReactNode } from 'react';
import { logFailure } from '../browser/log.ts';
import { ErrorState } from './ListStates.tsx';

type CardBoundaryProps = { /** What the card shows, for the log. */ name: string; children: ReactNode };

/** Keeps a failure inside one card from taking the page with it. */
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
