import { render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { MemoryRouter } from '../testing/memory-router.tsx';
import { Link, Router, useLocation } from './router.tsx';
import { type SetSearchParams, useClearViewParams, useViewParams } from './search-params.ts';

type Changes = { metric: SetSearchParams; range: SetSearchParams; clear: () => void };

/** Two components that each use the hook, like the metric and the range of a chart. */
function Metric({ act }: { act: (change: SetSearchParams) => void }) {
  const [, change] = useViewParams();
  return (
    <button type="button" onClick={() => act(change)}>
      act
    </button>
  );
}

function renderPart(at: string, act: (changes: Changes) => void) {
  function Part() {
    const { search } = useLocation();
    const [, range] = useViewParams();
    const clear = useClearViewParams();
    return (
      <>
        <p data-testid="search">{search}</p>
        <Metric act={(metric) => act({ metric, range, clear })} />
      </>
    );
  }
  render(
    <MemoryRouter at={at}>
      <Part />
    </MemoryRouter>,
  );
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'act' }));
const search = () => screen.getByTestId('search').textContent;

describe('useViewParams', () => {
  it('keeps two quick changes of different components', async () => {
    renderPart('/ast/a/b?view=table', ({ metric, range }) => {
      metric({ metric: 'cpu' });
      range({ range: '7d' });
    });
    await press();
    await expect.poll(search).toBe('?view=table&metric=cpu&range=7d');
  });

  it('starts from the new URL after a navigation', async () => {
    const changes: Record<string, string | null>[] = [{ range: '7d' }, { range: null }, { metric: 'memory' }];
    renderPart('/?metric=cpu', ({ metric }) => metric(changes.shift() ?? {}));
    await press();
    await expect.poll(search).toBe('?metric=cpu&range=7d');
    await press();
    await expect.poll(search).toBe('?metric=cpu');
    await press();
    await expect.poll(search).toBe('?metric=memory');
  });

  it('does not restore parameters that were just cleared', async () => {
    renderPart('/?pod=web-1', ({ metric, clear }) => {
      clear();
      metric({ metric: 'cpu' });
    });
    await press();
    await expect.poll(search).toBe('?metric=cpu');
  });

  it('does not return to a page that the user has left while the next page is still loading', async () => {
    const runner = globalThis.location.href;
    const next = Promise.withResolvers<{ default: () => React.ReactNode }>();
    const Next = lazy(() => next.promise);
    const values = ['50', '60', '65', '70'];
    const moveSlider = (change: SetSearchParams) => change({ slider: values.shift() ?? null }, { replace: true });
    globalThis.history.pushState(null, '', '/first');
    function Pages() {
      if (useLocation().pathname === '/next') return <Next />;
      return (
        <>
          <Metric act={moveSlider} />
          <Link to="/next">next</Link>
        </>
      );
    }
    render(
      <Router>
        <Suspense>
          <Pages />
        </Suspense>
      </Router>,
    );
    const slider = screen.getByRole('button', { name: 'act' });
    await userEvent.click(slider);
    await expect.poll(() => globalThis.location.search).toBe('?slider=50');
    slider.click();
    slider.click();
    await expect.poll(() => globalThis.location.search).toBe('?slider=65');
    await userEvent.click(screen.getByRole('link', { name: 'next' }));
    // The left page is hidden already, but its timers and handlers can still act.
    slider.click();
    next.resolve({ default: () => <p>The next page</p> });
    expect(await screen.findByText('The next page')).toBeVisible();
    expect(globalThis.location.pathname).toBe('/next');
    expect(globalThis.location.search).toBe('');
    globalThis.history.replaceState(null, '', runner);
  });
});
