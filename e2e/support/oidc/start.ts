import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { configuration } from './configuration.ts';
import { loginPage } from './pages.ts';
import { accounts, isAccountName } from './people.ts';

const audience = 'https://trimtab.example.test/api';

export type IdentityProviderOptions = {
  /** The addresses of the console, to which the provider may redirect. */
  readonly consoleUrls?: readonly string[];
  /** Default: an hour. */
  readonly accessTokenSeconds?: number;
};

export type IdentityProvider = {
  /** With a slash at the end, as in Auth0. */
  readonly issuer: string;
  /** The form that the console's sign-in library expects. */
  readonly domain: string;
  readonly audience: string;
  /** The received requests in order: method, path, and the grant type of token requests. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly at: number }[];
  /** Signs with a new key from now on, and publishes only this key. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
};

type PageContext = Parameters<Parameters<Provider['use']>[0]>[0];
type Callback = (request: IncomingMessage, response: ServerResponse) => unknown;

const notYet: Callback = (_request, response) => response.writeHead(503).end();

/** A real OpenID Connect provider on a free loopback port, configured like Auth0. It keeps everything in memory. */
export async function startIdentityProvider(options: IdentityProviderOptions = {}): Promise<IdentityProvider> {
  const { consoleUrls = ['http://127.0.0.1:4400'], accessTokenSeconds = 3_600 } = options;
  const requests: { method: string; path: string; at: number }[] = [];
  let callback = notYet;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    requests.push({ method: request.method ?? '', path, at: Date.now() });
    callback(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const domain = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const issuer = `${domain}/`;
  const rotateKeys = async (): Promise<void> => {
    const signingKey = await newSigningKey();
    const provider = new Provider(issuer, configuration({ audience, consoleUrls, accessTokenSeconds, signingKey }));
    provider.use((context, next) => ownPages(provider, context, next));
    callback = provider.callback();
  };
  await rotateKeys();
  return {
    issuer,
    domain,
    audience,
    requests,
    rotateKeys,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let keyCount = 0;

async function newSigningKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  keyCount += 1;
  return { ...(await exportJWK(privateKey)), kid: `key-${keyCount}`, use: 'sig', alg: 'RS256' };
}

/** The two pages that the provider library does not have: the login page and Auth0's logout. */
async function ownPages(provider: Provider, context: PageContext, next: () => Promise<void>): Promise<void> {
  const uid = /^\/login\/([\w-]+)$/.exec(context.path)?.[1];
  if (uid !== undefined) return login(provider, context, uid);
  if (context.path === '/v2/logout') {
    const { client_id, returnTo } = context.query;
    const query = new URLSearchParams({
      client_id: String(client_id ?? ''),
      ...(returnTo === undefined ? {} : { post_logout_redirect_uri: String(returnTo) }),
    });
    return context.redirect(`/oidc/logout?${query.toString()}`);
  }
  await next();
}

async function login(provider: Provider, context: PageContext, uid: string): Promise<void> {
  context.type = 'html';
  if (context.method !== 'POST') {
    context.body = loginPage(uid);
    return;
  }
  const name = new URLSearchParams(await bodyOf(context.req)).get('account') ?? '';
  if (!isAccountName(name)) {
    context.body = loginPage(uid, `There is no account ${name}.`);
    return;
  }
  await provider.interactionFinished(context.req, context.res, { login: { accountId: accounts[name].id } });
  context.respond = false;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
