import { PageTitle } from '../browser/PageTitle.tsx';
import { Button, buttonClasses } from '../ui/Button.tsx';
import { Standalone } from '../ui/Standalone.tsx';

/** Shown for a page that was not found, could not be loaded or failed to render, with the error message for a developer. */
export function ErrorPage({ error }: { error: unknown }) {
  const isNotFound = error === notFound;
  return (
    <section className="flex max-w-xl flex-col items-start gap-4">
      <PageTitle title="Error" />
      <h1 className="text-display font-semibold tracking-tight">Unexpected Application Error!</h1>
      <p className="text-lead text-ink-2">
        {isNotFound
          ? 'There is no page at this address. It may have moved, or the feature it belongs to may be switched off.'
          : 'This page could not be shown. If the console was updated or the network was interrupted, loading it again helps.'}
      </p>
      <pre className="w-full overflow-x-auto rounded-md border bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
        {error instanceof Error ? error.message : 'No details are available.'}
      </pre>
      <div className="flex gap-2">
        {isNotFound ? null : (
          <Button look="primary" onClick={() => location.reload()}>
            Load again
          </Button>
        )}
        {/* A full page load instead of a router link, because the state of the app may be broken after an error. */}
        <a href="/" className={buttonClasses()}>
          Home
        </a>
      </div>
    </section>
  );
}

/** The error of a URL that matches no route. */
export const notFound = new Error('404 Not Found');

/** The error page without the sidebar and the top bar, for a console that has not started. */
export const errorAlone = (error: unknown) => (
  <Standalone>
    <ErrorPage error={error} />
  </Standalone>
);
