import { cleanup, configure, renderHook } from '@testing-library/react';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { dismissToast, useToasts } from './src/context/toasts.ts';

/** Testing Library waits one second by default, which a busy machine can exceed. This limit only detects hangs. */
configure({ asyncUtilTimeout: 120_000 });

afterEach(cleanup);

// Files share the page, its size, its toasts, and the storage of one origin.
await page.viewport(1280, 800);
const { result: toasts, unmount } = renderHook(() => useToasts());
for (const { id } of toasts.current) dismissToast(id);
unmount();
// After the toasts, because a page stores its last view when the file before ends.
localStorage.clear();
sessionStorage.clear();
