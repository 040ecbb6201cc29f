import { PageTitle } from '../browser/PageTitle.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Standalone } from '../ui/Standalone.tsx';

/** Shown if demo mode is on but the demo could not start. The console must not start then: its calls could reach a real API. */
export function DemoFailedPage({ reason }: { reason: string }) {
  return (
    <Standalone>
      <PageTitle title="Demo" />
      <Card className="flex flex-col gap-4 p-6 sm:p-8">
        <h1 className="text-title font-semibold tracking-tight">Demo data could not start</h1>
        <p className="text-lead text-pretty text-ink-2">
          The demo runs in a service worker of your browser. Private windows, blocked site data and plain http addresses
          do not allow one. Open this address in an ordinary window over https or on localhost, and load it again.
        </p>
        <pre className="w-full overflow-x-auto rounded-md border bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
          {reason}
        </pre>
        <Button look="primary" className="mt-2 w-full" onClick={() => location.reload()}>
          Load again
        </Button>
      </Card>
    </Standalone>
  );
}
