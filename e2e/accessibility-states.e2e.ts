import { expectAccessible } from './support/axe.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { blockStorage, type Place, signInAs, startSignIn, user } from './support/signed-in.ts';
import { expect, type Page, test } from './support/test.ts';

/** The accessibility of dialogs, drawers and menus, and of the pages that are shown instead of the console. */
const flags = (...names: string[]) => names.flatMap((name) => ['--extra', `${name}=true`]);
const target = '/ast/checkout/checkout-api';

let server: RunningServer;
let second: RunningServer;
let success: RunningServer;
let fresh: RunningServer;
let place: Place;
test.beforeAll(async ({ withChat, secondBreakdown, place: shared }) => {
  server = withChat;
  second = secondBreakdown;
  success = await startServer(...flags('console'));
  fresh = await startServer('--data-set', 'empty');
  place = shared;
});
test.afterAll(async () => {
  await Promise.all([success, fresh].map((each) => each.stop()));
});

async function openDrawer(page: Page, drawer: string, name: string): Promise<void> {
  await page.goto(`${server.url}${target}?drawer=${drawer}`);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

/** The states of the console, each with the steps that lead to it. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'the diagnostics dialog': async (page) => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Diagnostics' }).click();
    await expect(page.getByRole('dialog', { name: 'Diagnostics' })).toBeVisible();
  },
  'the note about what all answers lack': async (page) => {
    const note = 'Kubernetes cannot be read, so workloads and pods come from Prometheus.';
    await page.route('**/v1/**', async (route) => {
      const answered = route
        .fetch()
        .then((response) => route.fulfill({ response, headers: { ...response.headers(), 'trimtab-notice': note } }));
      // The page may be closed before the last answer has arrived.
      await answered.catch(() => undefined);
    });
    await page.goto(`${server.url}${target}`);
    await expect(page.getByText(note)).toBeVisible();
  },
  'a tooltip': async (page) => {
    await page.goto(server.url);
    const figures = page.getByLabel('Key figures of all targets');
    // Moving the page under the pointer closes a tooltip, so another hover may be needed.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await figures.locator('[data-tooltip]').first().hover();
      await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 5_000 });
    }).toPass();
  },
  'the search results': async (page) => {
    await page.goto(server.url);
    await page.getByRole('combobox', { name: 'Search ASTs' }).fill('checkout');
    await expect(page.getByRole('option').first()).toBeVisible();
  },
  'a search without results': async (page) => {
    await page.goto(server.url);
    await page.getByRole('combobox', { name: 'Search ASTs' }).fill('no such thing');
    await expect(page.getByText('No matching ASTs')).toBeVisible();
  },
  'the offers of the search box': async (page) => {
    await page.goto(server.url);
    await expect(page.getByRole('list', { name: 'Namespaces' }).getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Export diagnostics' })).toBeVisible();
  },
  'the filtered sidebar': async (page) => {
    await page.goto(server.url);
    await page.getByRole('searchbox', { name: 'Filter namespaces and targets' }).fill('checkout');
    await expect(page.getByRole('list', { name: 'Namespaces' }).getByRole('img').first()).toBeVisible();
  },
  'the sidebar without matches': async (page) => {
    await page.goto(server.url);
    await page.getByRole('searchbox', { name: 'Filter namespaces and targets' }).fill('no such thing');
    await expect(page.getByText('No namespace or target matches.')).toBeVisible();
  },
  'the dialog of a pod': async (page) => {
    await page.goto(server.url + target);
    await page
      .getByRole('link', { name: /^View checkout-api-/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the drawer with the log of a pod': async (page) => {
    await page.goto(server.url + target);
    const link = page.getByRole('link', { name: /^Logs of checkout-api-/ }).first();
    await link.click();
    await expect(page.getByRole('log')).toContainText('INFO');
    // While a log is followed, the network is never idle.
    await page.getByRole('checkbox', { name: 'Follow' }).uncheck();
    await expect(page.getByText('New lines appear here.')).toBeHidden();
    await expect(page.getByRole('log')).toContainText('INFO');
  },
  'the drawer with all containers': async (page) => {
    await openDrawer(page, 'resources', 'Resource Utilization');
    const drawer = page.getByRole('dialog', { name: 'Resource Utilization' });
    await expect(drawer.getByRole('img', { name: / used in the last / }).first()).toBeVisible();
  },
  'the drawer with patches': (page) => openDrawer(page, 'take', 'Export as patch'),
  'the drawer with the explanation': async (page) => {
    await openDrawer(page, 'explain', 'How it was computed');
    const drawer = page.getByRole('dialog', { name: 'How it was computed' });
    await expect(drawer.getByRole('img', { name: /^Distribution of / }).first()).toBeVisible();
    await drawer.getByRole('group').first().getByText('How it was computed').click();
    await expect(drawer.getByText('Samples', { exact: true }).first()).toBeVisible();
  },
  'the drawer that takes a change back': async (page) => {
    await page.goto(`${server.url}/activity`);
    await page.getByRole('link', { name: /^Undo/ }).first().click();
    await expect(page.getByRole('dialog', { name: 'Undo' }).getByRole('tab').first()).toBeVisible();
  },
  'the question before un-enrolling': async (page) => {
    await page.goto(`${server.url}${target}?modal=un-enroll`);
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Un-enroll' })).toBeVisible();
  },
  'a chart shown as a table': async (page) => {
    await page.goto(`${server.url}${target}?view=table`);
    await expect(page.getByRole('button', { name: 'View as chart' })).toBeVisible();
  },
  'a target with a leak': async (page) => {
    await page.goto(`${server.url}/ast/search/suggester`);
    await expect(page.getByRole('region', { name: 'Reliability', exact: true }).getByText('OOM kills')).toBeVisible();
  },
  'the page of an unknown target': async (page) => {
    await page.goto(`${server.url}/ast/checkout/no-such-target`);
    await expect(page.getByText('No target of this name is enrolled')).toBeVisible();
  },
  'the candidates of a namespace': async (page) => {
    await page.goto(`${fresh.url}/onboarding?namespace=checkout`);
    await expect(page.getByRole('button', { name: 'Enroll Namespace' })).toBeVisible();
  },
  'the candidates of a system namespace': async (page) => {
    await page.goto(`${fresh.url}/onboarding?namespace=kube-system`);
    await expect(page.getByText(/is a system namespace/)).toBeVisible();
    await expect(page.getByText('Warning', { exact: true })).toBeVisible();
  },
  'the activity without entries': async (page) => {
    await page.goto(`${server.url}/activity?namespace=media`);
    await expect(page.getByText('Nothing matches')).toBeVisible();
  },
  'the cost simulator without targets': async (page) => {
    // Without any target the console shows the onboarding, so only the costs are missing.
    const costs = '**/v1/ast/optimization/comparison/average*';
    await page.route(costs, (route) => route.fulfill({ json: { items: [], total: 0 } }));
    await page.goto(`${server.url}/cost-analysis/simulator`);
    await expect(page.getByText('No data available')).toBeVisible();
    await page.unroute(costs);
  },
  'the nodes of the cluster': async (page) => {
    await page.goto(`${server.url}/cost-analysis`);
    const card = page.getByRole('region', { name: 'Nodes of the cluster' });
    await expect(card.getByRole('row', { name: /^Needed with the suggestions/ })).toBeVisible();
  },
  'the second cost breakdown': async (page) => {
    await page.goto(`${second.url}/cost-analysis`);
    await expect(page.getByText('Monthly breakdown →')).toBeVisible();
  },
  'the projection of the second cost breakdown': async (page) => {
    await page.goto(`${second.url}/cost-analysis?range=projected`);
    await expect(page.getByText('Top waste contributors →')).toBeVisible();
  },
  'the success page': async (page) => {
    await page.goto(success.url);
    await expect(page.getByText(/license keys are being generated/)).toBeVisible();
  },
};

/** The states of the sign-in, each in its own page, because the sign-in stores a session at the provider. */
const signInStates: typeof states = {
  'the page after a refused sign-in': async (page) => {
    const state = await startSignIn(page, place);
    await page.goto(`${place.server.url}/?error=access_denied&error_description=No%20seat%20is%20left.&state=${state}`);
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  },
  'the page for a browser that cannot sign in': async (page) => {
    await page.addInitScript(blockStorage);
    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    });
    await page.goto(place.server.url);
    await expect(page.getByRole('heading', { name: 'This browser cannot sign in' })).toBeVisible();
  },
  'the user menu': async (page) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await user(page).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  },
  'the page after signing out': async (page) => {
    await page.goto(place.server.url);
    await signInAs(page, 'operator');
    await user(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  },
};

async function expectStateAccessible(page: Page, reach: (page: Page) => Promise<void>): Promise<void> {
  await reach(page);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page);
}

for (const [state, reach] of Object.entries(states)) {
  test(`axe finds no violation in ${state}`, ({ warmPage }) => expectStateAccessible(warmPage, reach));
}

for (const [state, reach] of Object.entries(signInStates)) {
  test(`axe finds no violation in ${state}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme: 'light', reducedMotion: 'reduce' });
    await expectStateAccessible(page, reach);
    await page.context().close();
  });
}
