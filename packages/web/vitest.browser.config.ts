import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from '../../scripts/provision/chromium.ts';

const tests = 'src/**/*.browser.test.{ts,tsx}';
/** They replace a module with `vi.mock`, or start the console as a page does, which ends only with the page. */
const inOwnPage = [
  'src/app/last-view.browser.test.tsx',
  'src/app/shell/broken-overlay.browser.test.tsx',
  'src/app/start.browser.test.tsx',
  'src/features/activity/activity.browser.test.tsx',
  'src/features/home/faults.browser.test.tsx',
  'src/features/onboarding/faults.browser.test.tsx',
  'src/features/target/cards/broken-card.browser.test.tsx',
  'src/table/missing-cards.browser.test.tsx',
];

/** Component tests in a real Chromium, because they depend on layout, focus, scrolling and the top layer. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  optimizeDeps: { include: ['@base-ui/react/dialog', 'yaml', '@testing-library/react'] },
  test: {
    name: 'browser',
    restoreMocks: true,
    // Time limits only detect hangs. A slow or busy machine must never reach them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    silent: 'passed-only',
    setupFiles: ['./src/app/app.css', './vitest.browser.setup.ts', './src/testing/unexpected-errors.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: chromiumLaunch(),
      }),
      instances: [
        // All test files run in one page and share its modules. Loading the modules again for each file takes half as long again.
        { browser: 'chromium', name: 'browser', include: [tests], exclude: inOwnPage, isolate: false },
        { browser: 'chromium', name: 'browser (isolated)', include: inOwnPage },
      ],
    },
  },
});
