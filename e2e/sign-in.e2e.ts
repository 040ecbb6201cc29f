import { refresh, startIdentityProvider } from './support/oidc/index.ts';
import { sectionOf } from './support/page.ts';
import { startServer } from './support/server.ts';
import {
  blockStorage,
  close,
  home,
  keptBy,
  loginPages,
  open,
  type Place,
  refreshTokens,
  signInAs,
  tokenCalls,
  user,
  watch,
} from './support/signed-in.ts';
import { type BrowserContext, expect, type Page, test } from './support/test.ts';

/** Two tabs of one session, and the refresh tokens that the first has spent. */
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

test.describe('with tokens of an hour', () => {
  let place: Place;
  test.beforeAll(async () => {
    place = await open();
  });
  test.afterAll(async () => {
    await close(place);
  });

  test('signing in leads back to the page that was asked for, and loading it again asks nobody', async ({
    page,
    context,
  }) => {
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
    const kept = await keptBy(page, context);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(kept).not.toContain(token);
    expect(kept).not.toContain('code_verifier');
    expect(problems).toEqual([]);
  });

  test('signing out ends the session in every tab, and here nobody is carried back by force', async ({
    page,
    context,
  }) => {
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

  test('diagnostics are saved with a ticket in place of a token (H1)', async ({ page, context }) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await page.getByRole('button', { name: 'Diagnostics' }).click();
    const saving = new Promise<string>((resolve) => {
      const hear = (one: Page) => one.once('download', (download) => resolve(download.url()));
      hear(page);
      context.once('page', hear);
    });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const url = await saving;
    expect(url).toMatch(/[?&]ticket=[\da-f]{32}/);
    expect(url).not.toMatch(/eyJ/);
  });

  test('a way back that is stale or made up begins anew, with no more than one redirect by itself (W5)', async ({
    page,
  }) => {
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

  test('a refusal is explained in words that cannot do anything, and the address is clean (W4)', async ({ page }) => {
    const problems = watch(page, place);
    const description = encodeURIComponent(`<img src=x onerror=alert(1)>${'x'.repeat(5_000)}`);
    await page.goto(`${place.server.url}/?error=access_denied&error_description=${description}&state=s`);
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
    const said = page.getByText('<img src=x onerror=alert(1)>');
    expect((await said.innerText()).length).toBe(200);
    await expect(page).toHaveURL(`${place.server.url}/`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a browser that blocks site data signs in by cookies, and one that blocks both says so (W10)', async ({
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

test.describe('with tokens that are soon due', () => {
  test('a token is renewed by itself, once for all calls that need it (W6)', async ({ page }) => {
    // The library renews a minute early: of these, one is due three seconds after it came.
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

  test('a refresh token that was spent elsewhere means one sign-in, and the way back (W7)', async ({
    page,
    context,
  }) => {
    const place = await open(61);
    const { other, spent } = await twoTabs(place, page, context);
    // Whoever spends it first ends the session of the other: the provider takes the second time for a theft.
    await refresh(place.provider, 'console', spent.at(-1) ?? '');
    const before = loginPages(place);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    // What is known already is shown until the first call needs a token.
    await expect.poll(() => loginPages(place) - before).toBe(1);
    await expect(home(page)).toBeVisible();
    await expect(page).toHaveURL(`${place.server.url}/`);
    // The other tab hangs on the same session: it goes on without asking anybody again.
    await other.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(home(other)).toBeVisible();
    await close(place);
  });

  test('a session that ends in two tabs at once asks nobody twice, and no call storms (W7)', async ({
    page,
    context,
  }) => {
    const place = await open(61);
    const { other, spent } = await twoTabs(place, page, context);
    const tabs = [page, other];
    await Promise.all(tabs.map((tab) => tab.waitForLoadState('networkidle')));
    const pages = loginPages(place);
    // A refresh token that is used twice takes the whole grant with it, and so the tokens of both tabs. The page may have
    // spent this one already.
    await refresh(place.provider, 'console', spent.at(-1) ?? '').catch(() => null);
    await expect(refresh(place.provider, 'console', spent.at(-1) ?? '')).rejects.toThrow('invalid_grant');
    const before = place.provider.requests.length;
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Home', exact: true }).click()));
    for (const tab of tabs) {
      // A tab that another one has overtaken stays where it is, and offers the way on.
      const banner = tab.getByRole('alert').filter({ hasText: 'Your sign-in has ended' });
      await expect(async () => {
        if ((await banner.count()) > 0) await banner.getByRole('button', { name: 'Sign in' }).click();
        await expect(sectionOf(tab, 'accounts').getByRole('rowheader').first()).toBeVisible({ timeout: 2_000 });
        await expect(banner).toHaveCount(0);
      }).toPass({ timeout: 120_000 });
      await expect(home(tab)).toBeVisible();
    }
    // The provider still knew who it was: each tab went there once at most, and nobody typed anything.
    expect(loginPages(place) - pages).toBeGreaterThan(0);
    expect(loginPages(place) - pages).toBeLessThanOrEqual(2);
    // Of the thirty calls that a page makes, one finds out that the session has ended.
    const asked = place.provider.requests.slice(before).map(({ path }) => path);
    const inVain = asked.slice(0, asked.indexOf('/authorize')).filter((path) => path === '/oauth/token');
    expect(inVain.length).toBeLessThanOrEqual(tabs.length);
    await close(place);
  });

  test('an API that refuses every token is said once, and nobody is sent round in circles (W6)', async ({ page }) => {
    // The server expects tokens for another API than those that the console asks for.
    const place = await open(3_600, '--oidc-audience', 'https://other.example.test');
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

test('a provider that does not answer is said in words, with a way to try again (W3)', async ({ page }) => {
  const place = await open();
  await place.provider.stop();
  await page.goto(place.server.url);
  await expect(page.getByRole('heading', { name: 'The sign-in service does not answer' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'The sign-in service does not answer' })).toBeVisible();
  await expect(page).toHaveURL(`${place.server.url}/`);
  await place.server.stop();
});

test('an API that needs a sign-in which is not configured: one banner, no redirect, and not a byte of the library (H4)', async ({
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
