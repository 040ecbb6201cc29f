import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const browserProject = './packages/web/vitest.browser.config.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          restoreMocks: true,
          // Files share a process and their modules, because starting a process and importing the same modules for each
          // file would take a third of the processor time.
          isolate: false,
          // With a larger young generation, garbage collections copy less.
          execArgv: ['--max-semi-space-size=32'],
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/web/*.test.ts',
            'fixtures/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'architecture.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.{ts,tsx}'],
          // Time limits only detect hangs. A slow or busy machine must never reach them.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
      ...(existsSync(browserProject) ? [browserProject] : []),
    ],
  },
});
