import process from 'node:process';
import { defineConfig } from 'playwright/test';
import { chromiumLaunch } from '../scripts/provision/chromium.ts';

const longest = '**/replicas.e2e.ts';

export default defineConfig({
  testDir: '.',
  // Projects run in this order. The longest file comes first, so that no worker is idle while it runs last.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.e2e.ts', testIgnore: longest },
  ],
  outputDir: '../test-results/e2e',
  // Tests often wait for timers, rendering and other processes. When the other suites have ended, two workers would leave a
  // core idle.
  workers: 3,
  retries: 0,
  // Time limits only detect hangs. A slow or busy machine must never reach them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // Drawing the frames of animations would take a fifth of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch(),
  },
});
