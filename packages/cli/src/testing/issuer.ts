import { setTimeout } from 'node:timers/promises';
import { type Handler, serve } from './loopback.ts';

/** An unsigned token with these claims. The CLI does not check signatures. */
export const tokenOf = (claims: object): string =>
  ['{"alg":"none"}', JSON.stringify(claims), 'canary'].map((part) => Buffer.from(part).toString('base64url')).join('.');

export type IssuerOptions = {
  /** The responses to the polls in order; further polls get tokens. */
  polls?: Handler[];
  /** Additional or changed fields in the device authorization answer. */
  device?: object;
  accessTokenSeconds?: number;
  /** Replaces the response to a refresh. */
  onRefresh?: Handler;
  onRevoke?: Handler;
  /** The duration of a refresh. */
  refreshMs?: number;
};

export const pollError =
  (error: string, status = 400): Handler =>
  () =>
    Response.json({ error }, { status });

/**
 * An API and its sign-in provider on one loopback port. Refresh tokens rotate. As in Auth0, a refresh token that is used
 * twice revokes the whole sign-in. The API accepts only the newest access token.
 */
export async function serveIssuer(options: IssuerOptions = {}) {
  const { accessTokenSeconds = 3_600 } = options;
  const polls = options.polls?.values();
  const grants: string[] = [];
  const spent = new Set<string>();
  const authorizations: string[] = [];
  const forms: URLSearchParams[] = [];
  let count = 0;
  let isRevoked = false;
  let accepted = '';
  let origin = '';
  const issue = () => {
    count += 1;
    accepted = `access-canary-${count}`;
    return Response.json({
      access_token: accepted,
      refresh_token: `refresh-canary-${count}`,
      id_token: tokenOf({ sub: 'auth0|operator', name: 'Olga Operator', email: 'olga@example.test' }),
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
    });
  };
  const refresh = (form: URLSearchParams) => {
    const token = form.get('refresh_token') ?? '';
    if (spent.has(token)) isRevoked = true;
    if (isRevoked || token !== `refresh-canary-${count}`)
      return Response.json({ error: 'invalid_grant' }, { status: 403 });
    spent.add(token);
    return issue();
  };
  const token: Handler = async (request) => {
    const form = new URLSearchParams(await request.clone().text());
    const grant = form.get('grant_type') ?? '';
    grants.push(grant);
    forms.push(form);
    if (grant === 'refresh_token') {
      if (options.refreshMs !== undefined) await setTimeout(options.refreshMs);
      return options.onRefresh?.(request) ?? refresh(form);
    }
    if (grant.endsWith('device_code')) return polls?.next().value?.(request) ?? issue();
    return issue();
  };
  const api = (request: Request) => {
    const authorization = request.headers.get('authorization') ?? '';
    authorizations.push(authorization);
    if (authorization !== `Bearer ${accepted}`) return Response.json({ errors: ['no'] }, { status: 401 });
    return Response.json({ items: [{ id: 'targets', label: 'T', value: 3 }] });
  };
  const routes: Record<string, Handler> = {
    '/config.json': () =>
      Response.json({ console: { oauth_domain: origin, oauth_client_id: 'trimtab-cli', oauth_audience: 'urn:api' } }),
    '/.well-known/openid-configuration': () =>
      Response.json({
        issuer: `${origin}/`,
        token_endpoint: `${origin}/oauth/token`,
        device_authorization_endpoint: `${origin}/oauth/device/code`,
        revocation_endpoint: `${origin}/oauth/revoke`,
      }),
    '/oauth/device/code': () =>
      Response.json({
        device_code: 'device-canary',
        user_code: 'WDJB-MJHT',
        verification_uri: `${origin}/activate`,
        verification_uri_complete: `${origin}/activate?user_code=WDJB-MJHT`,
        expires_in: 900,
        ...options.device,
      }),
    '/oauth/token': token,
    '/oauth/revoke': (request) => options.onRevoke?.(request) ?? new Response(null, { status: 200 }),
  };
  const server = await serve((request) => (routes[new URL(request.url).pathname] ?? api)(request));
  origin = server.url;
  return {
    ...server,
    grants,
    forms,
    authorizations,
    refuseTokens: () => {
      accepted = 'none';
    },
    wasRevoked: () => isRevoked,
  };
}
