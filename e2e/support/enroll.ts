import type { Locator, Page, Route } from 'playwright/test';

const isOnboarding = ({ pathname }: URL): boolean => pathname === '/onboarding';

/**
 * Presses a button that enrolls workloads, and checks the result. The page reloads ten seconds after the enrollment; that is
 * held back until the result was seen.
 *
 * @param reload whether the test waits for that or presses the button for it
 */
export async function enroll(
  page: Page,
  button: string,
  check: (result: Locator) => Promise<void>,
  reload: 'waits' | 'presses',
): Promise<void> {
  const { promise: seen, resolve: release } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await seen;
    // A press of the button cancels a reload that is held back.
    await route.continue().catch(() => {});
  };
  await page.route(isOnboarding, hold);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: button }).click();
  await check(page.getByRole('region', { name: 'Result of the enrollment' }));
  const pressed = reload === 'presses' ? page.getByRole('button', { name: 'Reload now' }).click() : loaded;
  release();
  // The button is gone if the page has reloaded meanwhile.
  pressed.catch(() => {});
  await loaded;
  await page.unroute(isOnboarding, hold);
}
