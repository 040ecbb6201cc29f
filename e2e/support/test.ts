import { type BrowserContext, test as base, expect } from 'playwright/test';

export * from 'playwright/test';

/** A breach of the Content-Security-Policy that our server sends, as the browser reports it. */
export type Violation = { page: string; directive: string; blocked: string; sample: string };

/** Runs in every document before anything of it. Pages of others, such as the identity provider's, have their own policies. */
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
 * The test of this suite: it fails when any page of any of its contexts, whoever opened it, breaches our policy. A test
 * that provokes a breach empties the list.
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
      expect(violations, 'breaches of the Content-Security-Policy').toEqual([]);
    },
    { auto: true },
  ],
});
