import { expectAccessible } from './support/axe.ts';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ simulated }) => {
  server = simulated;
});

const routes = [
  '/',
  '/targets',
  '/targets?view=all&labels=a%3Db%3Dc',
  '/activity',
  '/activity?view=all&namespace=checkout&name=promotions',
  '/onboarding',
  '/cost-analysis',
  '/cost-analysis/simulator',
  '/ast/checkout/checkout-api',
  '/ast/checkout/checkout-api/event-simulator',
  '/no-such-page',
];

for (const route of routes) {
  test(`axe finds no violation on ${route}`, async ({ browser }) => {
    await expectAccessible(browser, async (page) => {
      await page.goto(server.url + route);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
}

for (const width of [1440, 1024, 768, 390]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const route of routes) {
      await page.goto(server.url + route);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, route).toBeLessThanOrEqual(0);
    }
  });
}
