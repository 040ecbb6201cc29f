import { openApiDocument } from '@trimtab/core/openapi';
import type { Calls } from '../http/call.ts';
import type { Authenticator } from '../ports/index.ts';
import type { Services } from '../services/services.ts';
import { waitAtMost } from '../wait.ts';

/** Much less than the time-out of a liveness probe. */
const mostReadingMs = 500;

export function systemCalls({ version, suggestions }: Services, auth: Authenticator): Calls {
  return {
    'system.health': async () => {
      // This call needs no sign-in. On a server with sign-in, it must not tell how many targets there are: the key
      // figures do. Health does not depend on the store, which may also be silent.
      const reading =
        auth.mode === 'none'
          ? await waitAtMost(
              mostReadingMs,
              suggestions.reading().catch(() => null),
            )
          : null;
      return { status: 'ok', ...(reading === null || reading === 'late' ? {} : { reading }) };
    },
    'system.openapi': async () => ({ ...openApiDocument({ version }), security: security(auth) }),
  };
}

/** The security requirement of this server; empty without sign-in. */
const security = ({ mode }: Authenticator) => (mode === 'none' ? [] : [{ token: [] }]);
