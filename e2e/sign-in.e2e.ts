import { exportDiagnostics } from './support/diagnostics.ts';
import { refresh, startIdentityProvider } from './support/oidc/index.ts';
import { sectionOf } from './support/page.ts';
import { startServer } from './support/server.ts';
import {
  blockStorage,
  close,
  home,
  loginPages,
  open,
  type Place,
  refreshTokens,
  signInAs,
  startSignIn,
  storedBy,
  tokenCalls,
  user,
  watch,
} from './support/signed-in.ts';
import { type BrowserContext, expect, type Page, test } from './support/test.ts';

/** Opens two tabs with one session. Returns the second tab and the refresh tokens of the first. */
async function twoTabs({ server }: Place, page: Page, context: BrowserContext) {
  const spent = refreshTokens(page);
  await page.goto(`${server.url}/onboarding`);
  await signInAs(page, 'operator');
  await expect(user(page)).toBeVisible();
  await expect.poll(() => spent.length).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.goto(`${server.url}/onboarding`);
  await expect(user(other)).toBeVisible();
  return { other, spent };
}

const minutes = (count: number) => count * 60_000;

/**
 * Ends the session of all tabs: the provider treats the second use of a refresh token as theft and revokes the session. Then
 * all access tokens expire, so that no tab continues with one that it received a moment ago.
 */
async function endSession({ provider }: Place, context: BrowserContext, token: string): Promise<void> {
  // The page may already have used this token.
  await refresh(provider, 'console', token).catch(() => null);
  await expect(refresh(provider, 'console', token)).rejects.toThrow('invalid_grant');
  await context.clock.install();
  await context.clock.setSystemTime(Date.now() + minutes(3));
}

/** Stops the clock of the page, so that a limit on redirects in a time holds however long the page takes to load. */
const stopClock = (page: Page): Promise<void> => page.clock.setFixedTime(Date.now());

test.describe('with access tokens that last an hour', () => {
  let place: Place;
  test.beforeAll(({ place: shared }) => {
    place = shared;
  });

  test('sign-in returns to the requested page, and a reload needs no new sign-in', async ({ page, context }) => {
    const problems = watch(page, place);
    const asked = `${place.server.url}/ast/checkout/checkout-api?metric=memory`;
    const tokens = refreshTokens(page);
    await page.goto(asked);
    await signInAs(page, 'operator');
    await expect(page).toHaveURL(asked);
    await expect(page.getByRole('heading', { name: 'checkout-api' })).toBeVisible();
    await expect(user(page)).toHaveText('OOlga Operator');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'checkout-api' })).toBeVisible();
    await expect(page).toHaveURL(asked);
    await expect(page.getByLabel('Account', { exact: true })).toHaveCount(0);
    const stored = await storedBy(page, context);
    await expect.poll(() => tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(stored).not.toContain(token);
    expect(stored).not.toContain('code_verifier');
    expect(problems).toEqual([]);
  });

  test('selected candidates survive the way to the sign-in and back, but not a sign-out', async ({ page }) => {
    await page.goto(`${place.server.url}/onboarding?namespace=monitoring`);
    await signInAs(page, 'operator');
    const box = page.getByRole('checkbox', { name: 'Select prometheus' });
    await box.check();
    // The tokens are in memory, so a reload goes to the sign-in and back.
    const before = loginPages(place);
    await page.reload();
    await expect(box).toBeChecked();
    expect(loginPages(place)).toBeGreaterThan(before);
    const kept = () => page.evaluate(() => sessionStorage.getItem('trimtab.selected-candidates'));
    expect(await kept()).not.toBeNull();
    await user(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    expect(await kept()).toBeNull();
  });

  test('sign-out ends the session in every tab, and does not start a new sign-in', async ({ page, context }) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await expect(home(page)).toBeVisible();
    const second = await context.newPage();
    await second.goto(place.server.url);
    await expect(home(second)).toBeVisible();
    await user(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await expect(second.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAs(page, 'reader');
    await expect(user(page, 'Rita Reader')).toBeVisible();
    await expect(home(page)).toBeVisible();
  });

  test('diagnostics are downloaded with a ticket instead of a token', async ({ page }) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    const url = (await exportDiagnostics(page)).url();
    expect(url).toMatch(/[?&]ticket=[\da-f]{32}/);
    expect(url).not.toMatch(/eyJ/);
  });

  test('an invalid sign-in response starts the sign-in again, with at most one automatic redirect', async ({
    page,
  }) => {
    await stopClock(page);
    const before = loginPages(place);
    await page.goto(`${place.server.url}/?code=made-up&state=made-up`);
    await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
    await page.goto(`${place.server.url}/?code=made-up&state=made-up`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(`${place.server.url}/`);
    expect(loginPages(place) - before).toBe(1);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAs(page, 'operator');
    await expect(home(page)).toBeVisible();
  });

  test('a refused sign-in shows its reason as plain text, and the URL is cleaned', async ({ page }) => {
    const problems = watch(page, place);
    const description = encodeURIComponent(`<img src=x onerror=alert(1)>${'x'.repeat(5_000)}`);
    const state = await startSignIn(page, place);
    await page.goto(`${place.server.url}/?error=access_denied&error_description=${description}&state=${state}`);
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
    const said = page.getByText('<img src=x onerror=alert(1)>');
    await expect(said).toHaveText(/^.{200}$/s);
    await expect(page).toHaveURL(`${place.server.url}/`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('an error that answers no attempt of this browser is not shown', async ({ page }) => {
    const problems = watch(page, place);
    await stopClock(page);
    const foreign = 'error=access_denied&error_description=Call%20555%20to%20go%20on';
    await page.goto(`${place.server.url}/?${foreign}&state=made-up`);
    // The console starts a sign-in of its own. During that, the address is opened again.
    await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
    await page.goto(`${place.server.url}/?${foreign}&state=made-up`);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByText('Call 555')).toHaveCount(0);
    await expect(page).toHaveURL(`${place.server.url}/`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAs(page, 'operator');
    await expect(home(page)).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('sign-in works without site data by using cookies, and an error page is shown without both', async ({
    browser,
  }) => {
    const some = await browser.newPage();
    await some.addInitScript(blockStorage);
    await some.goto(place.server.url);
    await signInAs(some, 'operator');
    await expect(home(some)).toBeVisible();
    await some.context().close();
    const none = await browser.newPage();
    await none.addInitScript(blockStorage);
    await none.addInitScript(() => {
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    });
    await none.goto(place.server.url);
    await expect(none.getByRole('heading', { name: 'This browser cannot sign in' })).toBeVisible();
    await none.context().close();
  });
});

test.describe('with access tokens that expire soon', () => {
  test('a token is refreshed automatically, once for all calls', async ({ page }) => {
    // The library refreshes a token one minute before it expires, so a token of 63 seconds is refreshed after 3.
    const place = await open(63);
    const problems = watch(page, place);
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await expect(home(page)).toBeVisible();
    const pages = loginPages(place);
    const before = tokenCalls(place);
    await page.clock.install();
    await page.clock.fastForward(4_000);
    await page.getByRole('link', { name: 'Onboarding' }).click();
    await expect(page.getByRole('combobox', { name: 'Namespace' })).toBeEnabled();
    await expect.poll(() => tokenCalls(place)).toBeGreaterThan(before);
    expect(loginPages(place)).toBe(pages);
    expect(problems).toEqual([]);
    await close(place);
  });

  test('a refresh token that was already used causes one sign-in, which returns to the page', async ({
    page,
    context,
  }) => {
    const place = await open(120);
    const { other, spent } = await twoTabs(place, page, context);
    // A call of the other tab that still runs would cause a sign-in there, too.
    await Promise.all([page, other].map((tab) => tab.waitForLoadState('networkidle')));
    const before = loginPages(place);
    await endSession(place, context, spent.at(-1) ?? '');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    // The page shows cached data until the first call needs a token.
    await expect.poll(() => loginPages(place) - before).toBe(1);
    await expect(home(page)).toBeVisible();
    await expect(page).toHaveURL(`${place.server.url}/`);
    // The other tab has the same session, so it continues without another sign-in.
    await other.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(home(other)).toBeVisible();
    await close(place);
  });

  test('if a session ends in two tabs, each asks for at most one sign-in and calls are not repeated endlessly', async ({
    page,
    context,
  }) => {
    const place = await open(120);
    const { other, spent } = await twoTabs(place, page, context);
    const tabs = [page, other];
    await Promise.all(tabs.map((tab) => tab.waitForLoadState('networkidle')));
    const pages = loginPages(place);
    await endSession(place, context, spent.at(-1) ?? '');
    const before = place.provider.requests.length;
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Home', exact: true }).click()));
    await expect.poll(() => loginPages(place) - pages).toBeGreaterThan(0);
    for (const tab of tabs) {
      // If the other tab signs in first, this tab stays on its page and shows a banner.
      const banner = tab.getByRole('alert').filter({ hasText: 'Your sign-in has ended' });
      await expect(async () => {
        // The button is "Retry" if the provider took too long to answer.
        const button = banner.getByRole('button', { name: /^(Sign in|Retry)$/ });
        if ((await banner.count()) > 0) {
          const shown = loginPages(place);
          // A click that waited for the next page could fail after it has taken effect.
          await button.click({ timeout: 5_000, noWaitAfter: true });
          await expect.poll(() => loginPages(place), { timeout: 30_000 }).toBeGreaterThan(shown);
        }
        await expect(sectionOf(tab, 'accounts').getByRole('rowheader').first()).toBeVisible({ timeout: 5_000 });
        await expect(banner).toHaveCount(0);
      }).toPass({ timeout: 120_000 });
      await expect(home(tab)).toBeVisible();
    }
    const asked = place.provider.requests.slice(before).map(({ path }) => path);
    // The session at the provider still existed, so each tab was redirected at most once and no password was entered.
    expect(loginPages(place) - pages, `after the requests ${asked.join(', ')}`).toBeLessThanOrEqual(tabs.length);
    // A page makes about thirty calls, but only one of them tries to refresh the token.
    const inVain = asked.slice(0, asked.indexOf('/authorize')).filter((path) => path === '/oauth/token');
    expect(inVain.length).toBeLessThanOrEqual(tabs.length);
    await close(place);
  });

  test('if the API refuses every token, one banner is shown and there is no redirect loop', async ({ page }) => {
    // The server expects a different audience than the one the console requests.
    const place = await open(3_600, '--oidc-audience', 'https://other.example.test');
    await stopClock(page);
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    const banner = page.getByRole('alert').filter({ hasText: 'Your sign-in has ended' });
    await expect(banner).toBeVisible();
    expect(loginPages(place)).toBeLessThanOrEqual(3);
    const settled = loginPages(place);
    await page.getByRole('link', { name: 'Onboarding' }).click();
    await expect(page.getByRole('heading', { name: 'Onboarding' })).toBeVisible();
    await expect(banner).toHaveCount(1);
    expect(loginPages(place)).toBe(settled);
    await close(place);
  });
});

test('if the provider is unreachable, an error page with a Retry button is shown', async ({ page }) => {
  const place = await open();
  await place.provider.stop();
  await page.goto(place.server.url);
  await expect(page.getByRole('heading', { name: 'The sign-in service does not answer' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'The sign-in service does not answer' })).toBeVisible();
  await expect(page).toHaveURL(`${place.server.url}/`);
  await place.server.stop();
});

test('if the API needs a sign-in that is not configured, there is one banner, no redirect, and no sign-in code is loaded', async ({
  page,
}) => {
  const provider = await startIdentityProvider();
  const server = await startServer('--oidc-issuer', provider.issuer, '--oidc-audience', provider.audience);
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  await page.goto(server.url);
  const banner = page.getByRole('alert').filter({ hasText: 'this API needs sign-in, which is not configured' });
  await expect(banner).toHaveCount(1);
  await expect(page.getByText(/^API Error: 401/).and(page.locator('section[aria-label=Notifications] *'))).toHaveCount(
    0,
  );
  await banner.getByRole('button', { name: 'Retry' }).click();
  await expect(banner).toHaveCount(1);
  await expect(page).toHaveURL(server.url + '/');
  expect(scripts.join('\n')).not.toMatch(/sign|auth0/i);
  expect(provider.requests.filter(({ path }) => path === '/authorize')).toEqual([]);
  await server.stop();
  await provider.stop();
});
