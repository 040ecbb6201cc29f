import { clients } from './support/oidc/index.ts';
import { startServer } from './support/server.ts';
import { home, loginPages, open, signInAs, tokenCalls, user, watch } from './support/signed-in.ts';
import { expect, test } from './support/test.ts';

/** Faults between the console, the API and the identity provider, and what the user sees. */
for (const path of ['//evil.example.test/x', '/\\evil.example.test', '/%0d%0aevil', '//evil.example.test/%2e%2e//']) {
  test(`after a sign-in that started at ${path} the browser is still on this console`, async ({ page, place }) => {
    await page.goto(place.server.url + path);
    await signInAs(page, 'operator');
    await expect(user(page)).toBeVisible();
    const isHere = ({ origin }: URL) => origin === place.server.url;
    await expect(page).toHaveURL(isHere);
    await page.reload();
    await expect(user(page)).toBeVisible();
    await expect(page).toHaveURL(isHere);
  });
}

test('sign-in works with third-party cookies blocked, because it uses no frame of the provider', async ({
  page,
  context,
  place,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  const frames: string[] = [];
  page.on('frameattached', (frame) => frames.push(frame.url()));
  await page.goto(`${place.server.url}/onboarding`);
  await signInAs(page, 'operator');
  await expect(user(page)).toBeVisible();
  await page.reload();
  await expect(user(page)).toBeVisible();
  await expect(page).toHaveURL(`${place.server.url}/onboarding`);
  expect(frames).toEqual([]);
});

test('a call that is refused once is repeated with a new token, without an error on the screen', async ({
  page,
  place,
}) => {
  await page.goto(place.server.url);
  await signInAs(page, 'operator');
  await expect(home(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const tokens = tokenCalls(place);
  const pages = loginPages(place);
  const sent: (string | undefined)[] = [];
  await page.route(/\/v1\/system\/namespaces/, async (route) => {
    sent.push(route.request().headers()['authorization']);
    if (sent.length > 1) return await route.continue();
    return await route.fulfill({ status: 401, json: { errors: ['the token has expired'] } });
  });
  await page.getByRole('link', { name: 'Onboarding' }).click();
  await expect(
    page.getByRole('combobox', { name: 'Namespace' }).getByRole('option', { name: 'checkout' }),
  ).toBeAttached();
  expect(sent).toHaveLength(2);
  expect(sent[1]).not.toBe(sent[0]);
  expect(tokenCalls(place) - tokens).toBe(1);
  expect(loginPages(place)).toBe(pages);
  await expect(page.getByText('API Error')).toHaveCount(0);
});

test('if the API refuses every token during a session, the user is asked to sign in once and never redirected again', async ({
  page,
}) => {
  const place = await open();
  const problems = watch(page, place);
  const { port } = new URL(place.server.url);
  const asked = `${place.server.url}/ast/checkout/checkout-api?metric=memory`;
  await page.goto(asked);
  await signInAs(page, 'operator');
  await expect(page.getByRole('heading', { name: 'checkout-api' })).toBeVisible();
  await place.server.stop();
  const { issuer } = place.provider;
  const access = ['--auth', 'oidc', '--oidc-issuer', issuer, '--oidc-audience', 'https://other.example.test'];
  const other = await startServer('--port', port, ...access, '--oidc-client-id', clients.console);
  const banner = page.getByRole('alert').filter({ hasText: 'Your sign-in has ended' });
  await expect(banner).toBeVisible();
  await expect(page).toHaveURL(asked);
  const pages = loginPages(place);
  await page.getByRole('link', { name: 'Onboarding' }).click();
  // The alerts of the page that is being left may still be there.
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'The namespaces could not be loaded.' });
  await expect(failure).toBeVisible();
  await expect(page).toHaveURL(`${place.server.url}/onboarding`);
  await expect(banner).toHaveCount(1);
  expect(loginPages(place)).toBe(pages);
  expect(problems.filter((each) => each.startsWith('thrown'))).toEqual([]);
  await other.stop();
  await place.provider.stop();
});
