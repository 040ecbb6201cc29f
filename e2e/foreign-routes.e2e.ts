import { onlyNamedFields } from './support/named-fields.ts';
import type { RunningServer } from './support/server.ts';
import { expect, type Page, test } from './support/test.ts';

/** Every route on a server that sends only the documented fields and has only the documented calls. */
let server: RunningServer;
let second: RunningServer;
test.beforeAll(({ withChat, secondBreakdown }) => {
  server = withChat;
  second = secondBreakdown;
});

const target = '/ast/checkout/checkout-api';
const routes = [
  '/',
  '/onboarding?namespace=checkout',
  '/cost-analysis',
  '/cost-analysis?range=3-months',
  '/cost-analysis/simulator',
  target,
  '/ast/checkout/address-lookup',
  `${target}?drawer=resources`,
  `${target}?drawer=take`,
  `${target}/event-simulator`,
];

/** Visible regions that contain only their heading. Regions below the viewport load when they are scrolled into view. */
const emptyRegions = (page: Page) =>
  page.locator('main section[aria-label], main section[aria-labelledby]').evaluateAll((regions) =>
    regions
      .filter((region) => {
        const heading = region.querySelector('h2, h3');
        const text = (region.textContent ?? '').replace(heading?.textContent ?? '', '').trim();
        // A card without content is hidden.
        if (!region.checkVisibility() || region.getBoundingClientRect().top > innerHeight) return false;
        return text === '' && region.querySelector('svg, canvas, input') === null;
      })
      .map((region) => region.getAttribute('aria-label') ?? region.textContent ?? ''),
  );

const nonsense = /\bundefined\b|\bNaN\b|\bnull\b|\[object |Infinity|Invalid Date/;

test('no route shows a number if the server sends none', async ({ page, context }) => {
  await onlyNamedFields(context, { withoutFigures: true });
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  for (const route of ['/', '/cost-analysis', '/cost-analysis/simulator', target]) {
    await page.goto(server.url + route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('main [data-skeleton], main [aria-busy=true]')).toHaveCount(0);
    await expect(page.locator('body')).toContainText('—');
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(nonsense);
    expect(text).not.toMatch(/API Error|could not be (loaded|shown)/);
    // A missing number must not appear as zero.
    expect(text).not.toMatch(/\$0\b|\b0\.0%/);
  }
  expect(thrown).toEqual([]);
});

for (const route of routes) {
  for (const version of route.startsWith('/cost-analysis') && !route.includes('simulator') ? [1, 2] : [1]) {
    test(`${route}${version === 2 ? ' with the second breakdown' : ''} is complete on a server that sends only the documented fields`, async ({
      page,
      context,
    }) => {
      const dropped = await onlyNamedFields(context);
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(error.message));
      // The browser logs an error for every failed request. There must be none: the console must not send calls that
      // the server does not have.
      page.on('console', (message) => void (message.type() === 'error' && thrown.push(message.text())));
      await page.goto((version === 2 ? second : server).url + route);
      // Not located by its role, because a drawer that the address opens hides the page behind it from screen readers.
      await expect(page.locator('h1')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('main [data-skeleton], main [aria-busy=true]')).toHaveCount(0);
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(nonsense);
      expect(text).not.toMatch(/API Error|could not be (loaded|shown)/);
      await expect.poll(() => emptyRegions(page)).toEqual([]);
      expect(thrown).toEqual([]);
      expect(dropped.size).toBeGreaterThan(0);
    });
  }
}
