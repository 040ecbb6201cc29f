import { cleanup, configure, renderHook } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { dismissToast, useToasts } from './src/context/toasts.ts';

/** Testing Library waits one second by default, which a busy machine can exceed. This limit only detects hangs. */
configure({ asyncUtilTimeout: 120_000 });

afterEach(cleanup);

// Tests share the page and its toasts, which stay for five seconds.
beforeEach(() => {
  const { result: toasts, unmount } = renderHook(() => useToasts());
  for (const { id } of toasts.current) dismissToast(id);
  unmount();
});

// Files share the size of the page and the storage of one origin.
await page.viewport(1280, 800);
localStorage.clear();
sessionStorage.clear();
