import type { BrowserContext, Page } from 'playwright/test';
import { freePort } from './free-port.ts';
import { clients, type IdentityProvider, startIdentityProvider } from './oidc/index.ts';
import { type RunningServer, startServer } from './server.ts';

/** The built console and server with a real identity provider. Tests sign in with a real browser. */
export type Place = { provider: IdentityProvider; server: RunningServer };

/** Starts a provider and a server, each configured with the address of the other. */
export async function open(accessTokenSeconds = 3_600, ...more: string[]): Promise<Place> {
  const port = await freePort();
  const provider = await startIdentityProvider({ consoleUrls: [`http://127.0.0.1:${port}`], accessTokenSeconds });
  const access = ['--auth', 'oidc', '--oidc-issuer', provider.issuer, '--oidc-audience', provider.audience];
  const server = await startServer('--port', String(port), ...access, '--oidc-client-id', clients.console, ...more);
  return { provider, server };
}

export async function close({ provider, server }: Place): Promise<void> {
  await server.stop();
  await provider.stop();
}

/** Collects errors and warnings of the console's pages. Those of the provider's pages are ignored. */
export function watch(page: Page, { provider }: Place): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || message.location().url.startsWith(provider.domain)) return;
    problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  return problems;
}

export async function signInAs(page: Page, account: string): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Starts a sign-in that the provider will refuse: returns the `state` of the attempt, which its answer must contain. */
export async function startSignIn(page: Page, { server }: Place): Promise<string> {
  const redirect = page.waitForRequest((request) => new URL(request.url()).pathname === '/authorize');
  await page.goto(server.url);
  const state = new URL((await redirect).url()).searchParams.get('state');
  await page.getByLabel('Account', { exact: true }).waitFor();
  return encodeURIComponent(state ?? '');
}

export const home = (page: Page) => page.getByRole('heading', { level: 1, name: /66 targets across 8 namespaces/ });
export const user = (page: Page, name = 'Olga Operator') => page.getByRole('button', { name });
export const tokenCalls = ({ provider }: Place) =>
  provider.requests.filter(({ path }) => path === '/oauth/token').length;
export const loginPages = ({ provider }: Place) => provider.requests.filter(({ path }) => path === '/authorize').length;

/** Runs in the page: behaves like a browser that blocks site data. */
export function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    const get = () => {
      throw new DOMException(`${name} is blocked`, 'SecurityError');
    };
    Object.defineProperty(globalThis, name, { get, configurable: true });
  }
}

/** The refresh tokens that a page receives, in order. */
export function refreshTokens(page: Page): string[] {
  const tokens: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/oauth/token')) return;
    const answer: unknown = await response.json().catch(() => null);
    if (typeof answer === 'object' && answer !== null && 'refresh_token' in answer)
      tokens.push(String(answer.refresh_token));
  });
  return tokens;
}

/** Everything that the browser stores for the console, and the URL of the page. */
export async function storedBy(page: Page, context: BrowserContext): Promise<string> {
  const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  return storage + JSON.stringify((await context.cookies(page.url())).filter(({ httpOnly }) => !httpOnly));
}
