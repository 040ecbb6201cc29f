import { type Poison, poison } from './support/hostile-markup.ts';
import type { RunningServer } from './support/server.ts';
import { type Browser, expect, type Page, test } from './support/test.ts';

/**
 * Replaces every text of every answer with an attack, visits every route and moves the mouse over the elements. No
 * script may run, and the Content-Security-Policy must have blocked nothing. Each page must have the same number of
 * elements as with harmless texts.
 */
const target = '/ast/checkout/checkout-api';
const routes = [
  '/',
  '/onboarding',
  '/cost-analysis',
  '/cost-analysis/simulator',
  target,
  `${target}?drawer=resources`,
  `${target}?drawer=take`,
  `${target}?drawer=explain`,
  `${target}/event-simulator`,
];

let server: RunningServer;
let second: RunningServer;
test.beforeAll(async ({ withChat, secondBreakdown }) => {
  server = withChat;
  second = secondBreakdown;
  await Promise.all([server, second].map(computed));
});

/** Waits until the server has computed its first suggestions. Before that, the answers change from call to call. */
async function computed({ url }: RunningServer): Promise<void> {
  const isComputing = async () => (await (await fetch(`${url}/v1/views/kpis`)).json()).data.computing ?? false;
  await expect.poll(isComputing).toBe(false);
}

/** Moves the real mouse pointer over the first 25 elements that may react to it. */
async function pointAtEverything(page: Page): Promise<void> {
  const marks = page.locator('main').locator('button, [title], svg[role=application], td, [tabindex="0"]');
  for (const mark of (await marks.all()).slice(0, 25)) {
    // Unlike `hover`, this does not wait for an element that is hidden or has gone.
    const center = await mark
      .evaluate(
        (element) => {
          element.scrollIntoView({ block: 'center', inline: 'center' });
          const { x, y, width, height } = element.getBoundingClientRect();
          return width > 0 && height > 0 ? { x: x + width / 2, y: y + height / 2 } : null;
        },
        null,
        { timeout: 1_000 },
      )
      .catch(() => null);
    if (center !== null) await page.mouse.move(center.x, center.y);
  }
  await page.mouse.move(0, 0);
}

/** The number of elements when the page no longer changes: the same count three times in a row. */
async function elements(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  const counts: number[] = [];
  await expect
    .poll(
      async () => {
        const waiting = await page.locator('main [aria-busy=true], main [data-skeleton], main output svg').count();
        counts.push(waiting > 0 ? -counts.length : await page.locator('body *').count());
        return counts.length < 3 ? 3 : new Set(counts.slice(-3)).size;
      },
      { intervals: [300], timeout: 120_000 },
    )
    .toBe(1);
  return counts.at(-1) ?? 0;
}

/** Visits every route. Returns the number of elements of each page and the fields that were replaced. */
async function visit(
  browser: Browser,
  how: Poison,
  now: number,
): Promise<{ counts: [string, number][]; fields: Set<string> }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.clock.setFixedTime(now);
  const fields = await poison(context, how);
  const page = await context.newPage();
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => alarms.push(`thrown: ${error.message}`));
  const counts: [string, number][] = [];
  for (const [url, paths] of [
    [server.url, routes],
    [second.url, ['/cost-analysis']],
  ] as const) {
    for (const path of paths) {
      await page.goto(url + path);
      // Not by role: an open drawer hides the page behind it from the accessibility tree.
      await expect(page.locator('h1').first()).toBeVisible();
      if (path === '/onboarding') await page.getByRole('combobox', { name: 'Namespace' }).selectOption({ index: 1 });
      counts.push([path, await elements(page)]);
      if (how.kind === 'hostile') await pointAtEverything(page);
      expect(await page.evaluate(() => location.origin), path).toBe(url);
    }
  }
  expect(alarms).toEqual([]);
  await context.close();
  return { counts, fields };
}

for (const depth of ['words', 'everything'] as const) {
  test(`hostile text in every ${depth === 'words' ? 'field that is only displayed' : 'field'} stays text`, async ({
    browser,
  }) => {
    // Both visits see the same clock and the same answers, so that only the texts differ.
    const now = Date.now();
    const answers: Poison['answers'] = new Map();
    const calm = await visit(browser, { depth, kind: 'harmless', round: 0, answers }, now);
    const hostile = await visit(browser, { depth, kind: 'hostile', round: depth === 'words' ? 7 : 23, answers }, now);
    expect(hostile.counts).toEqual(calm.counts);
    expect(hostile.fields.size).toBeGreaterThan(depth === 'words' ? 30 : 50);
  });
}
