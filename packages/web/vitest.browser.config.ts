import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from '../../scripts/provision/chromium.ts';

/** Component tests in a real Chromium, because they depend on layout, focus, scrolling and the top layer. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  optimizeDeps: { include: ['@base-ui/react/dialog', 'yaml', '@testing-library/react'] },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.{ts,tsx}'],
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
      instances: [{ browser: 'chromium' }],
    },
  },
});
