import { type Browser, type BrowserContext, test as base, expect, type Page } from 'playwright/test';
import { type RunningServer, startServer } from './server.ts';
import { close, open, type Place } from './signed-in.ts';

export * from 'playwright/test';

/** A violation of the server's Content-Security-Policy, as the browser reports it. */
export type Violation = { page: string; directive: string; blocked: string; sample: string };

/** Runs in every document before its scripts. It ignores pages with other policies, such as the identity provider's. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    if (!event.originalPolicy.includes('trusted-types app')) return;
    const { effectiveDirective, blockedURI, sample } = event;
    void window.reportViolation?.({ page: location.href, directive: effectiveDirective, blocked: blockedURI, sample });
  });
}

declare global {
  interface Window {
    reportViolation?: (violation: Violation) => Promise<void>;
  }
}

async function watchPolicy(context: BrowserContext, violations: Violation[]): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, violation: Violation) => void violations.push(violation));
  await context.addInitScript(reportViolations);
}

/**
 * Servers with the simulated cluster, for tests that only read. They are started when the first test asks for them, and
 * the tests of all files that run in the same worker share them. A test that writes starts its own.
 */
export type SharedServers = {
  /** With the cost analysis, the cost simulator and the event simulator. */
  simulated: RunningServer;
  /** The same with the chat helper. */
  withChat: RunningServer;
  /** The same as `simulated` with the second cost breakdown. */
  secondBreakdown: RunningServer;
  /** With an identity provider, whose access tokens last an hour. */
  place: Place;
};

/** The tests of all files count as one client. */
const unlimited = ['--rate-limit', '999999'];
const flags = ['cost_analysis', 'cost_simulator', 'event_simulator'];

/**
 * Removes the console's stored data. Opens a page of the same origin that is not the console, so that the console
 * cannot store more.
 */
export async function forget(page: Page): Promise<void> {
  if (!page.url().startsWith('http')) return;
  await page.goto(new URL('/config.json', page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}

async function shareWarmPage(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' });
  await use(await context.newPage());
  await context.close();
}

/** Lists the violations in every context that a worker creates. */
async function watchBrowser(browser: Browser, use: (violations: Violation[]) => Promise<void>): Promise<void> {
  const violations: Violation[] = [];
  const original = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await original(...options);
    await watchPolicy(context, violations);
    return context;
  };
  await use(violations);
  browser.newContext = original;
}

async function shareServer(more: readonly string[], use: (server: RunningServer) => Promise<void>): Promise<void> {
  const extra = [...flags, ...more].flatMap((flag) => ['--extra', `${flag}=true`]);
  const server = await startServer(...unlimited, ...extra);
  await use(server);
  await server.stop();
}

async function sharePlace(use: (place: Place) => Promise<void>): Promise<void> {
  const place = await open(3_600, ...unlimited);
  await use(place);
  await close(place);
}

/**
 * The `test` function of this suite. A test fails if any page of any context violates the Content-Security-Policy. A test
 * that causes a violation on purpose empties the list.
 */
export const test = base.extend<
  { violations: Violation[]; warmPage: Page },
  SharedServers & { allViolations: Violation[]; sharedWarmPage: Page }
>({
  // Playwright reads the names of required fixtures from the first parameter, so it must be a pattern even if it is
  // empty.
  /* oxlint-disable no-empty-pattern */
  simulated: [({}, use) => shareServer([], use), { scope: 'worker' }],
  withChat: [({}, use) => shareServer(['chat_helper'], use), { scope: 'worker' }],
  secondBreakdown: [({}, use) => shareServer(['cost_breakdown_v2'], use), { scope: 'worker' }],
  place: [({}, use) => sharePlace(use), { scope: 'worker' }],
  /* oxlint-enable no-empty-pattern */
  // Automatic fixtures come first, so every context of the worker is watched.
  allViolations: [({ browser }, use) => watchBrowser(browser, use), { scope: 'worker', auto: true }],
  violations: [
    async ({ allViolations }, use) => {
      await use(allViolations);
      expect(allViolations.splice(0), 'violations of the Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],
  sharedWarmPage: [({ browser }, use) => shareWarmPage(browser, use), { scope: 'worker' }],
  /**
   * A page that the tests of a worker use one after the other. After each test the console's stored data, the test's
   * listeners and its routes are removed. The page loads the console in less time, because the browser keeps the process
   * and the compiled scripts. Only for tests that change nothing else of the page, such as its clock or the scripts that
   * run before its own.
   */
  warmPage: async ({ sharedWarmPage }, use) => {
    const viewport = sharedWarmPage.viewportSize();
    await use(sharedWarmPage);
    for (const event of ['console', 'pageerror', 'request', 'response'] as const)
      sharedWarmPage.removeAllListeners(event);
    await sharedWarmPage.unrouteAll({ behavior: 'ignoreErrors' });
    await forget(sharedWarmPage);
    await sharedWarmPage.emulateMedia({ colorScheme: 'light' });
    if (viewport !== null) await sharedWarmPage.setViewportSize(viewport);
  },
});
