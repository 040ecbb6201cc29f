import type { ReactNode } from 'react';
import { PageTitle } from '../../browser/PageTitle.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Standalone } from '../../ui/Standalone.tsx';

/** The content of the page that replaces the console while no user is signed in. */
export type SignInView = {
  title: string;
  text: string;
  /** Untrusted text from the provider or the configuration. */
  detail?: string;
  /** The result of the last attempt. Screen readers announce its changes. */
  note?: string;
  action?: { text: string; onAction: () => void; isBusy?: boolean };
};

/** Explains why the user is not signed in, and offers an action. */
export function SignInPage({ title, text, detail, note, action }: SignInView) {
  return (
    <SignInFrame>
      <Card className="flex flex-col gap-4 p-6 sm:p-8">
        <h1 className="text-title font-semibold tracking-tight text-balance">{title}</h1>
        <p className="text-lead text-pretty text-ink-2">{text}</p>
        {detail === undefined ? null : (
          <p className="max-h-40 overflow-y-auto rounded-md border bg-sunken p-3 break-words">
            <bdi>{detail}</bdi>
          </p>
        )}
        {action === undefined ? null : (
          // `aria-disabled` instead of `disabled`, because a disabled button would lose the focus.
          <Button
            look="primary"
            className="mt-2 w-full aria-disabled:opacity-70"
            aria-disabled={action.isBusy}
            onClick={action.isBusy ? undefined : action.onAction}
          >
            {action.isBusy ? <Spinner label="Contacting the sign-in service" /> : null}
            {action.text}
          </Button>
        )}
        <output className="text-small text-ink-3 empty:hidden">{note}</output>
      </Card>
    </SignInFrame>
  );
}

/** Shown while the page redirects to the provider or processes its answer. */
export function SigningIn() {
  return (
    <SignInFrame>
      <p className="flex items-center justify-center gap-2 text-ink-3">
        <Spinner label="Signing in" />
        <span aria-hidden="true">Signing in</span>
      </p>
    </SignInFrame>
  );
}

function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <Standalone>
      <PageTitle title="Sign in" />
      {children}
    </Standalone>
  );
}
