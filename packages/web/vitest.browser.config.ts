import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Component tests in a real Chromium: sizes, focus, scrolling and the top layer are the browser's own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  optimizeDeps: { include: ['@base-ui/react/dialog', 'yaml', '@testing-library/react'] },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.{ts,tsx}'],
    restoreMocks: true,
    setupFiles: ['./src/app/app.css'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          executablePath: process.env.TRIMTAB_CHROMIUM ?? '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
            '--disable-quic',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
