import { PageTitle } from '../browser/PageTitle.tsx';
import { Button, buttonClasses } from '../ui/Button.tsx';
import { Standalone } from '../ui/Standalone.tsx';

/** Where a page ends that could not be found, loaded or drawn: what happened, for a developer, and the two ways on. */
export function ErrorPage({ error }: { error: unknown }) {
  const isNotFound = error === notFound;
  return (
    <section className="flex max-w-xl flex-col items-start gap-4">
      <PageTitle title="Error" />
      <h1 className="text-display font-semibold tracking-tight">Unexpected Application Error!</h1>
      <p className="text-lead text-ink-2">
        {isNotFound
          ? 'There is no page at this address. It may have moved, or the feature it belongs to may be switched off.'
          : 'This page could not be shown. Loading it again helps when the console was updated or the network was gone.'}
      </p>
      <pre className="w-full overflow-x-auto rounded-md border bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
        {error instanceof Error ? error.message : 'No details are known.'}
      </pre>
      <div className="flex gap-2">
        {isNotFound ? null : (
          <Button look="primary" onClick={() => location.reload()}>
            Load again
          </Button>
        )}
        {/* A full load on purpose: after an error the state of the app is not trusted. */}
        <a href="/" className={buttonClasses()}>
          Home
        </a>
      </div>
    </section>
  );
}

/** The error of an address that no route knows. */
export const notFound = new Error('404 Not Found');

/** The same, where there is no console around it. */
export const notFoundAlone = (
  <Standalone>
    <ErrorPage error={notFound} />
  </Standalone>
);
