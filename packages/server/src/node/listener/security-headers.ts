import type { SignIn } from '../options/access-options.ts';

/** reliability.md, "Browser hardening headers". Everything comes from our own origin; nothing is inline. */
const contentSecurityPolicy = (signInOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...signInOrigins].join(' '),
    // Where the provider's session is looked up in a hidden frame.
    ...(signInOrigins.length === 0 ? [] : [['frame-src', ...signInOrigins].join(' ')]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app',
  ].join('; ');

/**
 * Puts the headers on an answer, assets and API alike: an answer that is opened by itself is then as harmless as the
 * page. HSTS only on answers that travel encrypted, which is when a trusted proxy says so.
 */
export function createSecurityHeaders(signIn: SignIn | null): (response: Response, encrypted: boolean) => Response {
  const always: readonly (readonly [string, string])[] = [
    ['content-security-policy', contentSecurityPolicy(originsOf(signIn))],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['referrer-policy', 'no-referrer'],
  ];
  return (response, encrypted) => {
    for (const [name, value] of always) response.headers.set(name, value);
    if (encrypted) response.headers.set('strict-transport-security', 'max-age=31536000');
    return response;
  };
}

/** Validated as an origin when the options were read: nothing else can end up in a policy. None where the console cannot sign in. */
function originsOf(signIn: SignIn | null): readonly string[] {
  if (signIn === null || signIn.domain === '' || signIn.clientId === '') return [];
  return [new URL(signIn.domain.includes('://') ? signIn.domain : `https://${signIn.domain}`).origin];
}
