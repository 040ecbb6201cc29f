import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { SignIn } from '../options/access-options.ts';
import type { Client } from './client-address.ts';

/**
 * Adds the security headers to every response, API responses included, because a browser can open those as pages too
 * (docs/contract/security.md#headers). HSTS is only sent on encrypted connections.
 */
export function securityHeaders(signIn: SignIn | null): MiddlewareHandler<{ Bindings: Client }> {
  const signInOrigins = originsOf(signIn);
  const create = (strictTransportSecurity: string | false): MiddlewareHandler =>
    secureHeaders({
      // Everything is loaded from the console's own origin. Nothing is inline.
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...signInOrigins],
        // The sign-in library checks the provider's session in a hidden frame.
        ...(signInOrigins.length === 0 ? {} : { frameSrc: [...signInOrigins] }),
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['app'],
      },
      // The sign-in window must be able to send its result to the console.
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
      strictTransportSecurity,
      // The policy above replaces these, or no current browser reads them.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xFrameOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    });
  const [encrypted, plain] = [create('max-age=31536000'), create(false)];
  return (context, next) => (context.env.encrypted ? encrypted : plain)(context, next);
}

/** Empty if the console offers no sign-in. The options were validated as origins, so the policy is safe. */
function originsOf(signIn: SignIn | null): readonly string[] {
  if (signIn === null || signIn.domain === '' || signIn.clientId === '') return [];
  return [new URL(signIn.domain.includes('://') ? signIn.domain : `https://${signIn.domain}`).origin];
}
