import { PageTitle } from '../../browser/PageTitle.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Standalone } from '../../ui/Standalone.tsx';

/** Shown after a purchase. With the console flag it is the whole app. */
export function SuccessPage() {
  return (
    <Standalone>
      <PageTitle title="Thank you" />
      <Card className="flex flex-col gap-4 p-6 sm:p-8">
        <span className="flex size-10 items-center justify-center rounded-full bg-savings-soft text-savings">
          <Icon name="check" size={20} />
        </span>
        <h1 className="text-display font-semibold tracking-tight text-balance">Thank you for your purchase</h1>
        <p className="text-lead text-pretty text-ink-2">
          Your license keys are being generated and will be sent to you by e-mail.
        </p>
        <p className="text-lead text-pretty text-ink-2">
          Meanwhile, the quickstart guide leads you through the installation.
        </p>
        <a
          href="/quickstart.html"
          rel="noreferrer"
          target="_blank"
          className={classNames(buttonClasses('primary'), 'mt-2 w-full')}
        >
          Open the quickstart guide
          <Icon name="external" />
        </a>
      </Card>
    </Standalone>
  );
}
