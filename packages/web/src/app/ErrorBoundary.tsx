import { Component, type ComponentType, Fragment, type ReactNode } from 'react';
import { logFailure } from '../browser/log.ts';
import { ErrorPage } from './ErrorPage.tsx';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** The layout around the error page, for a boundary outside the shell. */
  Frame?: ComponentType<{ children: ReactNode }>;
};

/** Shows the error page in place of the children that failed. Everything outside the boundary keeps working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('A page could not be shown.', error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, Frame = Fragment } = this.props;
    if (failure === null) return children;
    return (
      <Frame>
        <ErrorPage error={failure.error} />
      </Frame>
    );
  }
}
