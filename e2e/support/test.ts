import { type BrowserContext, test as base, expect } from 'playwright/test';

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
 * The `test` function of this suite. A test fails if any page of any context violates the Content-Security-Policy. A test
 * that causes a violation on purpose empties the list.
 */
export const test = base.extend<{ violations: Violation[] }>({
  violations: [
    async ({ browser }, use) => {
      const violations: Violation[] = [];
      const original = browser.newContext.bind(browser);
      browser.newContext = async (...options) => {
        const context = await original(...options);
        await watchPolicy(context, violations);
        return context;
      };
      await use(violations);
      browser.newContext = original;
      expect(violations, 'violations of the Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],
});
