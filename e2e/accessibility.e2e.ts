import { expectAccessible } from './support/axe.ts';
import type { RunningServer } from './support/server.ts';
import { expect, type Page, test } from './support/test.ts';

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

/** Waits until the page has handled the size changes that its observers saw. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  });

for (const route of routes) {
  test(`axe finds no violation on ${route}`, async ({ warmPage }) => {
    await warmPage.goto(server.url + route);
    await expect(warmPage.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(warmPage);
  });

  test(`${route} does not scroll sideways at any width`, async ({ warmPage }) => {
    await warmPage.setViewportSize({ width: 390, height: 900 });
    await warmPage.goto(server.url + route);
    await expect(warmPage.getByRole('heading', { level: 1 })).toBeVisible();
    await warmPage.waitForLoadState('networkidle');
    for (const width of [390, 768, 1024, 1440]) {
      await warmPage.setViewportSize({ width, height: 900 });
      await drawn(warmPage);
      const overflow = () =>
        warmPage.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
}
