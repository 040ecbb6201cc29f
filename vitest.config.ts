import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const browserProject = './packages/web/vitest.browser.config.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          restoreMocks: true,
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'fixtures/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'architecture.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
      ...(existsSync(browserProject) ? [browserProject] : []),
    ],
  },
});
