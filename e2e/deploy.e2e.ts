import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastApi } from './support/foreign-api.ts';
import { consoleRoot, type ForeignServer, startForeignServer } from './support/foreign-server.ts';
import { blockStorage } from './support/signed-in.ts';
import { expect, type Page, test } from './support/test.ts';

/**
 * A console that was opened before a deploy: the code of the other pages no longer exists
 * (docs/faults.md#missing-route-chunk).
 */
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-deploy-'));
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Copies the built console. With `next` every script gets a new name, as in another build. The names are numbered, because
 * two scripts may differ only in their hash.
 */
function build(name: string, next: boolean): string {
  const root = join(folder, name);
  cpSync(consoleRoot, root, { recursive: true });
  if (!next) return root;
  const assets = join(root, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const renamed = new Map(
    scripts.map((file, index) => [file, file.replace(/-[\w-]{8}\.js$/, `-Next${String(index).padStart(4, '0')}.js`)]),
  );
  for (const path of [join(root, 'index.html'), ...scripts.map((file) => join(assets, file))]) {
    let text = readFileSync(path, 'utf8');
    for (const [before, after] of renamed) text = text.replaceAll(before, after);
    writeFileSync(path, text);
  }
  for (const [before, after] of renamed) renameSync(join(assets, before), join(assets, after));
  return root;
}

/** Opens the home page and marks this page load. */
async function visitHome(page: Page, server: ForeignServer): Promise<void> {
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 targets across 1 namespaces');
  await page.waitForLoadState('networkidle');
  await mark(page);
}

const mark = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { isFirstLoad: true });
  });
const isFirstLoad = (page: Page) => page.evaluate(() => 'isFirstLoad' in window);

test('after a deploy, a page whose code is gone reloads once and then works', async ({ page }) => {
  await using server = await startForeignServer(leastApi(), build('a', false));
  await visitHome(page, server);
  server.serve(build('b', true));
  // If a part of the home page is still loaded, its code is gone too, and the reload for it swallows the click.
  await expect(async () => {
    await page.getByRole('link', { name: 'Onboarding' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Onboarding', { timeout: 20_000 });
  }).toPass();
  expect(await isFirstLoad(page)).toBe(false);
  await expect(page).toHaveURL(`${server.url}/onboarding`);
  await mark(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 targets across 1 namespaces');
  expect(await isFirstLoad(page)).toBe(true);
});

for (const [what, kind] of [
  ['missing', 'missing'],
  ['answered with the page itself', 'page'],
] as const) {
  test(`code that stays ${what} causes one reload, then an error page`, async ({ page }) => {
    const root = build('a', false);
    for (const file of readdirSync(join(root, 'assets'))) {
      if (!file.startsWith('OnboardingPage')) continue;
      const path = join(root, 'assets', file);
      if (kind === 'page') writeFileSync(path, '<!doctype html><title>Not a script</title>');
      else rmSync(path);
    }
    await using server = await startForeignServer(leastApi(), root);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(request.url());
    });
    await visitHome(page, server);
    await page.getByRole('link', { name: 'Onboarding' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('button', { name: 'Load again' })).toBeVisible();
    expect(asked).toEqual([`${server.url}/`, `${server.url}/onboarding`]);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 targets across 1 namespaces');
    await page.getByRole('link', { name: 'Onboarding' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    expect(asked.filter((url) => url.endsWith('/onboarding'))).toHaveLength(1);
  });
}

test('without storage the page never reloads automatically', async ({ page }) => {
  await page.addInitScript(blockStorage);
  await using server = await startForeignServer(leastApi(), build('a', false));
  await visitHome(page, server);
  server.serve(build('b', true));
  await page.getByRole('link', { name: 'Onboarding' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  expect(await isFirstLoad(page)).toBe(true);
});
