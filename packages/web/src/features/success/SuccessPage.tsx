import { PageTitle } from '../../lib/PageTitle.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';

const quickstart = '/quickstart.html';

/** What a buyer sees after the purchase: the whole app, where the console flag is set. */
export function SuccessPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-start justify-center gap-4 px-6">
      <PageTitle title="Thank you" />
      <Logo size={40} />
      <h1 className="text-display font-semibold tracking-tight">Thank you for your purchase</h1>
      <p className="text-lead text-ink-2">Your license keys are being generated and will be sent to you by e-mail.</p>
      <p className="text-lead text-ink-2">Meanwhile, the quickstart guide leads you through the installation.</p>
      <a href={quickstart} rel="noreferrer" target="_blank" className={buttonClasses('primary')}>
        Open the quickstart guide
        <Icon name="external" />
      </a>
    </main>
  );
}
