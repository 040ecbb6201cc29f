import { sectionOf } from './support/page.ts';
import type { RunningServer } from './support/server.ts';
import { expect, forget, type Page, test } from './support/test.ts';

/** Every view has a URL: back and forward work, and a link shows the same view to another person. */
let server: RunningServer;
test.beforeAll(({ secondBreakdown }) => {
  server = secondBreakdown;
});

const targetPath = '/ast/checkout/checkout-api';
const metric = (page: Page) => page.getByRole('combobox', { name: 'Metric' });
const brushStart = (page: Page) => page.getByRole('slider', { name: 'Start of the time shown' });
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The views, each with the steps that lead to it and a check that it is shown. */
const views: readonly {
  what: string;
  from: string;
  reach: (page: Page) => Promise<void>;
  shows: (page: Page) => Promise<void>;
}[] = [
  {
    what: 'a tab of a namespace',
    from: '/',
    reach: (page) => sectionOf(page, 'markets').getByRole('tab', { name: 'Recommendation' }).click(),
    shows: (page) =>
      expect(sectionOf(page, 'markets').getByRole('tab', { name: 'Recommendation' })).toHaveAttribute(
        'aria-selected',
        'true',
      ),
  },
  {
    what: 'the sort order of a table',
    from: '/',
    reach: (page) =>
      sectionOf(page, 'checkout')
        .getByRole('button', { name: /^Yearly (Savings|Waste)/ })
        .click(),
    shows: (page) =>
      expect(
        sectionOf(page, 'checkout').getByRole('columnheader', { name: /^Yearly (Savings|Waste)/ }),
      ).toHaveAttribute('aria-sort', 'descending'),
  },
  {
    what: 'the metric of a chart',
    from: targetPath,
    reach: async (page) => {
      await metric(page).selectOption('memory');
    },
    shows: (page) => expect(metric(page)).toHaveValue('memory'),
  },
  {
    what: 'the range of a chart',
    from: targetPath,
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Time range' }).selectOption('24h');
    },
    shows: (page) => expect(page.getByRole('combobox', { name: 'Time range' })).toHaveValue('24h'),
  },
  {
    what: 'the zoomed part of a chart',
    from: targetPath,
    reach: async (page) => {
      await brushStart(page).focus();
      await page.keyboard.press('PageUp');
    },
    shows: async (page) => {
      await expect(page).toHaveURL(/[?&]brush=\d+-\d+/);
      const from = new URL(page.url()).searchParams.get('brush')?.split('-')[0];
      // The URL has whole seconds, and the chart rounds to its samples.
      await expect
        .poll(async () => Math.floor(Number(await brushStart(page).getAttribute('aria-valuenow')) / 1_000))
        .toBe(Number(from));
    },
  },
  {
    what: 'the table view of a chart',
    from: targetPath,
    reach: (page) => page.getByRole('button', { name: 'View as table' }).click(),
    shows: (page) => expect(page.getByRole('button', { name: 'View as chart' })).toBeVisible(),
  },
  {
    what: 'the dialog of a pod',
    from: targetPath,
    reach: (page) =>
      page
        .getByRole('region', { name: 'Pods' })
        .getByRole('link', { name: /View|Details/ })
        .first()
        .click(),
    shows: (page) => expect(page.getByRole('dialog')).toContainText('checkout-api'),
  },
  {
    what: 'the drawer with the log of a pod',
    from: targetPath,
    reach: (page) =>
      page
        .getByRole('region', { name: 'Pods' })
        .getByRole('link', { name: /^Logs of/ })
        .first()
        .click(),
    shows: (page) => expect(drawer(page, 'Logs').getByRole('log')).toContainText('INFO'),
  },
  {
    what: 'the drawer with all containers',
    from: targetPath,
    reach: (page) => page.getByRole('button', { name: 'View all' }).click(),
    shows: (page) => expect(drawer(page, 'Resource Utilization')).toBeVisible(),
  },
  {
    what: 'the drawer with patches, in a format',
    from: targetPath,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Export as patch' }).click();
      await drawer(page, 'Export as patch').getByRole('tab', { name: 'Helm values' }).click();
    },
    shows: (page) =>
      expect(drawer(page, 'Export as patch').getByRole('tab', { name: 'Helm values' })).toHaveAttribute(
        'aria-selected',
        'true',
      ),
  },
  {
    what: 'the event simulator',
    from: targetPath,
    reach: (page) => page.getByRole('tab', { name: /Event Simulator/ }).click(),
    shows: (page) =>
      expect(page.getByRole('tab', { name: /Event Simulator/ })).toHaveAttribute('aria-selected', 'true'),
  },
  {
    what: 'the time range of the costs',
    from: '/cost-analysis',
    reach: (page) => page.getByText('3 months', { exact: true }).click(),
    shows: (page) => expect(page.getByRole('heading', { name: 'Weekly breakdown →' })).toBeVisible(),
  },
  {
    what: 'the cost simulator',
    from: '/cost-analysis',
    reach: (page) => page.getByRole('tab', { name: 'Cost simulator' }).click(),
    shows: (page) => expect(page.getByText('What are cost bottlenecks?')).toBeVisible(),
  },
  {
    what: 'the namespace to enroll',
    from: '/onboarding',
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Namespace' }).selectOption('checkout');
    },
    shows: (page) => expect(page.getByRole('combobox', { name: 'Namespace' })).toHaveValue('checkout'),
  },
];

for (const { what, from, reach, shows } of views) {
  test(`${what} has a URL`, async ({ warmPage }) => {
    await warmPage.goto(server.url + from);
    await expect(warmPage.getByRole('heading', { level: 1 })).toBeVisible();
    // Parts that arrive later move the others, and a click is lost if its button moves before the mouse button is
    // released.
    await warmPage.waitForLoadState('networkidle');
    const before = warmPage.url();
    await reach(warmPage);
    await shows(warmPage);
    await expect.poll(() => warmPage.url()).not.toBe(before);
    const link = warmPage.url();
    await warmPage.goBack();
    await expect.poll(() => warmPage.url()).not.toBe(link);
    await warmPage.goForward();
    await expect(warmPage).toHaveURL(link);
    await shows(warmPage);
    // Another person's browser has no stored data.
    await forget(warmPage);
    await warmPage.goto(link);
    await shows(warmPage);
    await expect(warmPage).toHaveURL(link);
  });
}

test('an unknown URL shows an error page, even with a line break in it', async ({ warmPage }) => {
  for (const path of ['/no-such-page', '/a%0d%0ab']) {
    await warmPage.goto(server.url + path);
    await expect(warmPage.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  }
});
