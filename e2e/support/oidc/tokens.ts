import { createHash, randomBytes } from 'node:crypto';
import { type AccountName, clients, machineSecret } from './people.ts';
import type { IdentityProvider } from './start.ts';

export type Tokens = { readonly access_token: string; readonly id_token?: string; readonly refresh_token?: string };

async function ask(provider: IdentityProvider, path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(new URL(path, provider.issuer), { method: 'POST', body: new URLSearchParams(fields) });
}

async function tokens(provider: IdentityProvider, fields: Record<string, string>): Promise<Tokens> {
  const response = await ask(provider, '/oauth/token', fields);
  const answer: unknown = await response.json();
  if (isTokens(answer)) return answer;
  throw new Error(`The provider answered ${response.status}: ${JSON.stringify(answer)}`);
}

const isTokens = (answer: unknown): answer is Tokens =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer && typeof answer.access_token === 'string';

/** Signs in a machine with client credentials. */
export async function machineToken(provider: IdentityProvider, client: 'deployer' | 'watcher'): Promise<string> {
  const answer = await tokens(provider, {
    grant_type: 'client_credentials',
    client_id: clients[client],
    client_secret: machineSecret,
    audience: provider.audience,
  });
  return answer.access_token;
}

/** Runs the authorization code flow with PKCE and fills in the login page, without a browser. */
export async function signIn(provider: IdentityProvider, account: AccountName, redirectUri: string): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clients.console,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    audience: provider.audience,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
    prompt: 'login',
  });
  const visitor = aVisitor(provider);
  const { uid } = await visitor.toLogin(`/authorize?${query.toString()}`);
  const back = await visitor.follow(await visitor.post(`/login/${uid}`, { account }));
  const code = new URL(back).searchParams.get('code');
  if (code === null) throw new Error(`The provider redirected back without a code: ${back}`);
  return tokens(provider, {
    grant_type: 'authorization_code',
    client_id: clients.console,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
}

/** Uses a refresh token. The answer contains the next one. */
export const refresh = (provider: IdentityProvider, client: 'console' | 'cli', token: string): Promise<Tokens> =>
  tokens(provider, { grant_type: 'refresh_token', client_id: clients[client], refresh_token: token });

/** Stores cookies and follows redirects within the provider, as a browser does. */
function aVisitor(provider: IdentityProvider) {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, provider.issuer), { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const isOurs = (location: string) => new URL(location, provider.issuer).origin === provider.domain;
  const follow = async (response: Response): Promise<string> => {
    let at = response;
    for (let hops = 0; hops < 10; hops += 1) {
      const location = at.headers.get('location');
      if (location === null) return at.url;
      if (!isOurs(location)) return location;
      at = await send(location);
    }
    throw new Error('The provider redirected too many times.');
  };
  return {
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string>) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    follow,
    async toLogin(path: string): Promise<{ uid: string }> {
      const response = await send(path);
      const uid = /\/login\/([\w-]+)/.exec(response.headers.get('location') ?? '')?.[1];
      if (uid === undefined) throw new Error(`The provider did not show the login page: ${await response.text()}`);
      return { uid };
    },
  };
}
