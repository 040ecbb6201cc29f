import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AfterFirstView } from './AfterFirstView.tsx';

const outline = document.createElement('div');

afterEach(() => {
  cleanup();
  outline.remove();
});

it('shows the outline of index.html until the first answers are there, then the page', async () => {
  outline.id = 'outline';
  outline.innerHTML = '<div data-page="ast" hidden>a target</div><div data-page=""><p>3 targets</p></div>';
  document.body.append(outline);
  const answers = Promise.withResolvers<void>();
  const onDrawn = vi.fn<() => void>();
  const firstView = { ready: answers.promise, onDrawn };
  const { container } = render(<AfterFirstView firstView={firstView}>the page</AfterFirstView>);
  expect(container.textContent).toBe('3 targets');
  expect(onDrawn).not.toHaveBeenCalled();
  answers.resolve();
  await screen.findByText('the page');
  expect(container.textContent).toBe('the page');
  await vi.waitFor(() => expect(onDrawn).toHaveBeenCalledOnce());
});

it('shows a page that waits for nothing at once', () => {
  render(<AfterFirstView>the page</AfterFirstView>);
  expect(screen.getByText('the page')).toBeVisible();
});
