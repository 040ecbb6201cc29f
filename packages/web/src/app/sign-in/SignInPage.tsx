import { PageTitle } from '../../lib/PageTitle.tsx';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';

/** What stands in place of the console while nobody is signed in. */
export type SignInView = {
  title: string;
  text: string;
  /** What the provider said; from outside. */
  detail?: string;
  action?: { text: string; onAction: () => void };
};

export function SignInPage({ title, text, detail, action }: SignInView) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-start justify-center gap-4 px-6">
      <PageTitle title="Sign in" />
      <Logo size={32} />
      <h1 className="text-display font-semibold tracking-tight">{title}</h1>
      <p className="text-lead text-ink-2">{text}</p>
      {detail === undefined ? null : (
        <p className="w-full rounded-md border bg-sunken p-3 break-words">
          <bdi>{detail}</bdi>
        </p>
      )}
      {action === undefined ? null : (
        <Button look="primary" onClick={action.onAction}>
          {action.text}
        </Button>
      )}
    </main>
  );
}
