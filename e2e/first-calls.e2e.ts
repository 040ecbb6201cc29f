import { startServer } from './support/server.ts';
import { close, open } from './support/signed-in.ts';
import { expect, type Page, test } from './support/test.ts';

/** The requests of a page before its first row, in order, as paths with their queries. */
function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    paths.push(pathname + search);
  });
  return paths;
}

const list = '/v1/ast?enhancedItems=false&limit=250&offset=0';
const kpis = '/v1/views/kpis';
const timesOf = (paths: readonly string[], path: string) => paths.filter((each) => each === path).length;
const section = '/v1/views/namespaces/accounts';
const sectionCalls = [`${section}/asts?managed=true&sort=%2Bname&limit=20&offset=0`, `${section}/kpis`];
/** All scripts but the small one that sends the first calls. */
const codeOfConsole = /\/assets\/(?!first-calls-)[^/]*\.js$/;
const heading = { name: '66 targets across 8 namespaces' };

test('the first calls leave before the code of the console runs, and each is sent once', async ({
  page,
  simulated,
}) => {
  const paths = watchRequests(page);
  const released = Promise.withResolvers<void>();
  // The scripts of the console arrive only after the calls have left.
  await page.route(codeOfConsole, async (route) => {
    await released.promise;
    await route.continue();
  });
  const first = [list, kpis, ...sectionCalls];
  const calls = first.map((path) => page.waitForRequest((request) => request.url().endsWith(path)));
  const loaded = page.goto(simulated.url);
  await Promise.all(calls);
  released.resolve();
  await loaded;
  await expect(page.getByRole('heading', heading)).toBeVisible();
  await expect(page.getByLabel('Key figures of all targets')).toContainText('66');
  await expect(page.getByRole('rowheader', { name: 'identity' })).toBeVisible();
  for (const path of ['/config.json', ...first]) expect(timesOf(paths, path), path).toBe(1);
  expect(paths.indexOf('/config.json')).toBeLessThan(paths.indexOf(list));
});

test('the outline of the page is shown when the configuration has arrived, and the console replaces it', async ({
  page,
  simulated,
}) => {
  const configuration = Promise.withResolvers<void>();
  const code = Promise.withResolvers<void>();
  await page.route('**/config.json', async (route) => {
    await configuration.promise;
    await route.continue();
  });
  await page.route(codeOfConsole, async (route) => {
    await code.promise;
    await route.continue();
  });
  const loaded = page.goto(simulated.url);
  const outline = page.locator('#outline');
  await outline.waitFor({ state: 'attached' });
  await expect(outline).toBeHidden();
  configuration.resolve();
  await expect(outline).toBeVisible();
  await expect(outline).toContainText(heading.name);
  const edges = () =>
    page.locator('#root').evaluate((root) => {
      // The line below the top bar and the line beside the sidebar.
      const [bar, side] = [root.querySelector('.h-13.border-b'), root.querySelector('.border-r')];
      return { bar: bar?.getBoundingClientRect().bottom, side: side?.getBoundingClientRect().right };
    });
  const drawn = await edges();
  code.resolve();
  await loaded;
  await expect(page.getByRole('heading', heading)).toBeVisible();
  await expect(outline).toHaveCount(0);
  await expect.poll(edges).toEqual(drawn);
});

test('the code of a page is requested together with the first script', async ({ page, simulated }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  const script = page.waitForRequest('**/assets/CostAnalysisPage-*.js');
  const loaded = page.goto(`${simulated.url}/cost-analysis`);
  await script;
  released.resolve();
  await loaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Cost analysis' })).toBeVisible();
});

test('in demo mode and with sign-in no call leaves before the console has started', async ({ page }) => {
  const demo = await startServer('--data-set', 'empty', '--extra', 'demo_mode=true');
  const paths = watchRequests(page);
  await page.route(codeOfConsole, (route) => route.abort());
  await page.goto(demo.url);
  await expect.poll(() => timesOf(paths, '/config.json')).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(paths.filter((path) => path.startsWith('/v1/'))).toEqual([]);
  await demo.stop();

  const place = await open(60);
  await page.goto(place.server.url);
  await expect.poll(() => timesOf(paths, '/config.json')).toBe(2);
  await page.waitForLoadState('networkidle');
  expect(paths.filter((path) => path.startsWith('/v1/'))).toEqual([]);
  await expect(page.locator('#outline')).toBeHidden();
  await close(place);
});

test('a failed first call is retried and reported as any other', async ({ page, simulated }) => {
  let failures = 1;
  await page.route(`**${list}`, async (route) => {
    failures -= 1;
    await (failures < 0 ? route.continue() : route.fulfill({ status: 503, body: '{"messages":["busy"]}' }));
  });
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await page.goto(simulated.url);
  await expect(page.getByRole('heading', heading)).toBeVisible();
  expect(thrown).toEqual([]);
});

/** Opens the home page and waits until it is stored for the next visit. Returns a row of it. */
async function visit(page: Page, url: string) {
  await page.goto(url);
  const row = page.getByRole('rowheader', { name: 'identity' });
  await expect(row).toBeVisible();
  await expect(page.getByLabel('Key figures of all targets')).toContainText('66');
  // The code that stores the view is loaded when the page is idle. It runs when the page is hidden, as by a reload.
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
      return Object.keys(localStorage);
    });
  await expect.poll(hide).toContain('trimtab.last-view');
  return row;
}

test('a further visit shows the last home page with its time, until the answers of the same calls are there', async ({
  page,
  simulated,
}) => {
  const row = await visit(page, simulated.url);
  const released = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    await released.promise;
    await route.continue();
  });
  const paths = watchRequests(page);
  await page.reload();
  await expect(page.getByRole('heading', heading)).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d, refreshing…$/)).toBeVisible();
  released.resolve();
  await expect(page.getByText('refreshing…')).toHaveCount(0);
  await expect(row).toBeVisible();
  for (const path of ['/config.json', list, kpis, ...sectionCalls])
    await expect.poll(() => timesOf(paths, path), path).toBe(1);
  expect(paths.indexOf('/config.json')).toBeLessThan(paths.indexOf(list));
});

test('a further visit loads its sections although the first call for the list gets no answer', async ({
  page,
  simulated,
}) => {
  await visit(page, simulated.url);
  const released = Promise.withResolvers<void>();
  await page.route(`**${list}`, async (route) => {
    await released.promise;
    await route.continue();
  });
  const paths = watchRequests(page);
  const calls = sectionCalls.map((path) => page.waitForResponse((response) => response.url().endsWith(path)));
  await page.reload();
  await Promise.all(calls);
  released.resolve();
  await expect(page.getByText('refreshing…')).toHaveCount(0);
  for (const path of [list, ...sectionCalls]) expect(timesOf(paths, path), path).toBe(1);
});
