import process from 'node:process';
import { defineConfig } from 'playwright/test';
import { chromiumLaunch } from '../scripts/provision/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/e2e',
  // Pages often wait for timers and rendering, so one worker would leave a core idle.
  workers: 2,
  retries: 0,
  // Time limits only detect hangs. A slow or busy machine must never reach them.
  timeout: 600_000,
  expect: { timeout: 60_000 },
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
