import { Component, type ReactNode } from 'react';
import { logFailure } from '../lib/log.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** Shows the error page in place of what failed; everything around it lives on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('A page could not be shown.', error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <ErrorPage error={failure.error} />;
  }
}
