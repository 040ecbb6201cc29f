import { cleanup, configure, renderHook } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { dismissToast, useToasts } from './src/context/toasts.ts';

/** Testing Library waits one second by default, which a busy machine can exceed. This limit only detects hangs. */
configure({ asyncUtilTimeout: 120_000 });

// The development build of React takes a stack trace for each element that is created, for developer tools. It takes no
// more traces when this counter is high. Here they would take a seventh of the processor time.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  // React resets the counter every second.
  set: () => {},
  configurable: true,
});

afterEach(cleanup);

// Files share the page, its size, its toasts, and the storage of one origin.
await page.viewport(1280, 800);
const { result: toasts, unmount } = renderHook(() => useToasts());
for (const { id } of toasts.current) dismissToast(id);
unmount();
// After the toasts, because a page stores its last view when the file before ends.
localStorage.clear();
sessionStorage.clear();
