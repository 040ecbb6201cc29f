import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { formPage, page } from './pages.ts';
import { accountById, clients, machineSecret } from './people.ts';

export type Settings = {
  readonly audience: string;
  /** The addresses of the console, which are also its redirect URIs. */
  readonly consoleUrls: readonly string[];
  readonly accessTokenSeconds: number;
  readonly signingKey: object;
};

const identityScopes = 'openid profile email offline_access';
const apiScopes = 'ast:enrol';
const day = 86_400;

const machine = (client_id: string) => ({
  client_id,
  client_secret: machineSecret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_post' as const,
});

/** Paths and behavior like Auth0's: `audience` gives a JWT for the API, consent is implicit, refresh tokens rotate. */
export function configuration({ audience, consoleUrls, accessTokenSeconds, signingKey }: Settings): Configuration {
  return {
    clients: [
      {
        client_id: clients.console,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [...consoleUrls],
        post_logout_redirect_uris: [...consoleUrls],
      },
      {
        client_id: clients.cli,
        token_endpoint_auth_method: 'none',
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
        redirect_uris: [],
        response_types: [],
      },
      machine(clients.deployer),
      machine(clients.watcher),
    ],
    jwks: { keys: [signingKey] },
    scopes: identityScopes.split(' '),
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    extraParams: ['audience', 'auth0Client', 'screen_hint'],
    clientBasedCORS: () => true,
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    // Do not rely on the scope: the provider drops offline_access when there is no consent page.
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      IdToken: 3_600,
      RefreshToken: day,
      Grant: day,
      Session: day,
      Interaction: 600,
      DeviceCode: 900,
    },
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      userinfo: '/userinfo',
      jwks: '/.well-known/jwks.json',
      device_authorization: '/oauth/device/code',
      code_verification: '/activate',
      end_session: '/oidc/logout',
    },
    interactions: { url: (_context, interaction) => `/login/${interaction.uid}` },
    findAccount: (_context, id) => {
      const account = accountById(id);
      if (account === undefined) return undefined;
      return {
        accountId: id,
        claims: () => ({ sub: id, name: account.name, email: `${account.id.split('|')[1]}@example.test` }),
      };
    },
    loadExistingGrant: (context) => grantEverything(context, audience),
    extraTokenClaims: async (_context, token) => ({ permissions: permissionsOf(token) }),
    renderError: (context, out) => {
      context.type = 'html';
      context.body = page('Sign-in failed', `<p>${out.error}</p>`);
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          // Without this field the provider treats the form as a canceled logout.
          const agreed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
          context.body = formPage('Sign out', agreed, 'Yes');
        },
      },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (context, form) => {
          context.body = formPage('Connect a device', form, 'Continue');
        },
        userCodeConfirmSource: (context, form, _client, _device, userCode) => {
          context.body = formPage(`Is this the code on your device: ${userCode}?`, form, 'Confirm');
        },
        successSource: (context) => {
          context.body = page('You may close this page', '');
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          audience,
          scope: apiScopes,
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
}

/** Grants consent without asking, as Auth0 does for first-party applications. */
async function grantEverything({ oidc }: KoaContextWithOIDC, audience: string) {
  const { client, provider, session } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  // If the grant was revoked, for example because a refresh token was used twice, create a new one: the session at the
  // provider still exists.
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found !== undefined) return found;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(identityScopes);
  grant.addResourceScope(audience, apiScopes);
  await grant.save();
  return grant;
}

function permissionsOf(token: object): readonly string[] {
  if ('accountId' in token) return accountById(String(token.accountId))?.permissions ?? [];
  return 'clientId' in token && token.clientId === clients.deployer ? ['ast:enrol'] : [];
}
