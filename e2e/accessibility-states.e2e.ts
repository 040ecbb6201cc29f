import { axeFindings } from './support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { blockStorage, close, open, type Place, signInAs, user } from './support/signed-in.ts';
import { expect, type Page, test } from './support/test.ts';

/** What axe says of everything that opens over a page, and of the pages that stand in place of the console. */
const flags = (...names: string[]) => names.flatMap((name) => ['--extra', `${name}=true`]);
const target = '/ast/checkout/checkout-api';

let server: RunningServer;
let second: RunningServer;
let success: RunningServer;
let fresh: RunningServer;
let place: Place;
test.beforeAll(async () => {
  server = await startServer(...flags('cost_analysis', 'cost_simulator', 'event_simulator', 'chat_helper'));
  second = await startServer(...flags('cost_analysis', 'cost_breakdown_v2'));
  success = await startServer(...flags('console'));
  fresh = await startServer('--data-set', 'empty', ...flags('cost_analysis', 'cost_simulator'));
  place = await open();
});
test.afterAll(async () => {
  await Promise.all([server, second, success, fresh].map((each) => each.stop()));
  await close(place);
});

async function openDrawer(page: Page, drawer: string, name: string): Promise<void> {
  await page.goto(`${server.url}${target}?drawer=${drawer}`);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

/** Each state: how it is reached. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'the diagnostics dialog': async (page) => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Diagnostics' }).click();
    await expect(page.getByRole('dialog', { name: 'Diagnostics' })).toBeVisible();
  },
  'an explanation': async (page) => {
    await page.goto(server.url);
    await page.getByLabel('Key figures of all targets').locator('[data-tooltip]').first().hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
  },
  'search results': async (page) => {
    await page.goto(server.url);
    await page.getByRole('combobox', { name: 'Search ASTs' }).fill('checkout');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'nothing found': async (page) => {
    await page.goto(server.url);
    await page.getByRole('combobox', { name: 'Search ASTs' }).fill('no such thing');
    await expect(page.getByText('No matching ASTs')).toBeVisible();
  },
  'a pod': async (page) => {
    await page.goto(server.url + target);
    await page
      .getByRole('link', { name: /^View checkout-api-/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the drawer of containers': (page) => openDrawer(page, 'resources', 'Resource Utilization'),
  'the drawer of patches': (page) => openDrawer(page, 'take', 'Take it with you'),
  'the drawer of reasons': (page) => openDrawer(page, 'explain', 'How it was computed'),
  'a chart as a table': async (page) => {
    await page.goto(`${server.url}${target}?view=table`);
    await expect(page.getByRole('button', { name: 'View as chart' })).toBeVisible();
  },
  'a target that there is not': async (page) => {
    await page.goto(`${server.url}/ast/checkout/no-such-target`);
  },
  'candidates of a namespace': async (page) => {
    await page.goto(`${fresh.url}/onboarding?namespace=checkout`);
    await expect(page.getByRole('button', { name: 'Enroll Namespace' })).toBeVisible();
  },
  'costs without targets': async (page) => {
    await page.goto(`${fresh.url}/cost-analysis/simulator`);
  },
  'the breakdown v2': async (page) => {
    await page.goto(`${second.url}/cost-analysis`);
    await expect(page.getByText('Monthly breakdown →')).toBeVisible();
  },
  'the breakdown v2 of what is projected': async (page) => {
    await page.goto(`${second.url}/cost-analysis?range=projected`);
    await expect(page.getByText('Top waste contributors →')).toBeVisible();
  },
  'the success page': async (page) => {
    await page.goto(success.url);
  },
  'a refused sign-in': async (page) => {
    await page.goto(`${place.server.url}/?error=access_denied&error_description=No%20seat%20is%20left.&state=s`);
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  },
  'a browser that cannot sign in': async (page) => {
    await page.addInitScript(blockStorage);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    });
    await page.goto(place.server.url);
    await expect(page.getByRole('heading', { name: 'This browser cannot sign in' })).toBeVisible();
  },
  'the menu of who is signed in': async (page) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await user(page).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  },
  'a session that was ended': async (page) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await user(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [what, reach] of Object.entries(states)) {
    test(`axe finds nothing on ${what}, ${colorScheme}`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await reach(page);
      await expect(page.getByRole('heading').first()).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await context.close();
    });
  }
}
