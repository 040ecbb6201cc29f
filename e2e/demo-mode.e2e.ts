import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { freePort } from './support/free-port.ts';
import { watchConsole } from './support/page.ts';
import { startProgram, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

const heading = 'heading';

test('demo mode answers every call in the browser, from the production build', async ({ page }) => {
  // The server has no enrolled targets, so the data on the page must come from the demo in the browser.
  const server = await startServer(
    '--data-set',
    'empty',
    '--extra',
    'demo_mode=true',
    '--extra',
    'demo_data_name=storefront',
  );
  const { problems } = watchConsole(page);
  await page.goto(server.url);
  await expect(page.getByRole(heading, { level: 1 })).toHaveText('66 targets across 8 namespaces');
  expect(problems).toEqual([]);
  await server.stop();
});

test('the development server shows the demo', async ({ page }) => {
  const web = fileURLToPath(new URL('../packages/web', import.meta.url));
  const server = await startProgram({
    command: [process.execPath, `${web}/node_modules/vite/bin/vite.js`, web],
    env: { ...process.env, NO_COLOR: '1' },
  });
  // The development server compiles a file at its first request. On a busy machine this may take longer than the ten seconds
  // that the page waits for the demo, so the page is opened again.
  await expect(async () => {
    await page.goto(server.url);
    await expect(page.getByRole(heading, { level: 1 })).toHaveText('66 targets across 8 namespaces', {
      timeout: 20_000,
    });
  }).toPass();
  await server.stop();
});

test('the demo of several clusters has a choice of the cluster', async ({ page }) => {
  const extras = ['demo_mode=true', 'demo_data_name=clusters', 'cost_analysis=true'];
  const server = await startServer('--data-set', 'empty', ...extras.flatMap((extra) => ['--extra', extra]));
  const { problems } = watchConsole(page);
  await page.goto(server.url);
  await page.getByRole('combobox', { name: 'Cluster' }).selectOption('us');
  await expect(page.getByRole(heading, { name: '/ us.storefront summary' })).toBeVisible();
  await expect(page.getByRole(heading, { name: '/ eu.storefront summary' })).toHaveCount(0);
  expect(problems).toEqual([]);
  await server.stop();
});

test('an unknown data set is reported together with the known ones', async ({ page }) => {
  const server = await startServer('--extra', 'demo_mode=true', '--extra', 'demo_data_name=nowhere');
  await page.goto(server.url);
  await expect(page.getByText(/storefront/)).toBeVisible();
  await expect(page.getByText(/nowhere/)).toBeVisible();
  await server.stop();
});

test('without demo mode the browser downloads none of its code', async ({ page, simulated }) => {
  const scripts: { url: string; text: string }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    scripts.push({ url: response.url(), text: await response.text().catch(() => '') });
  });
  await page.goto(simulated.url);
  await expect(page.getByRole(heading, { level: 1 })).toHaveText('66 targets across 8 namespaces');
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(1);
  for (const { url, text } of scripts) {
    expect(url).not.toContain('mockServiceWorker');
    expect(text, url).not.toContain('video-transcoder');
    expect(text, url).not.toContain('setupWorker');
  }
});

test('the demo worker is removed when demo mode is turned off', async ({ page }) => {
  const port = String(await freePort());
  const demo = await startServer('--data-set', 'empty', '--extra', 'demo_mode=true', '--port', port);
  await page.goto(demo.url);
  await expect(page.getByRole(heading, { level: 1 })).toHaveText('66 targets across 8 namespaces');
  await page.goto('about:blank');
  await demo.stop();
  const real = await startServer('--data-set', 'empty', '--port', port);
  await page.goto(real.url);
  await expect(page).toHaveURL(/\/onboarding$/);
  await real.stop();
});
