import { openApiDocument } from '@trimtab/core/openapi';
import type { Calls } from '../http/call.ts';
import type { Authenticator } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

export function systemCalls({ version, suggestions }: Services, auth: Authenticator): Calls {
  return {
    'system.health': async () => {
      // With sign-in, other callers must not learn how many targets there are; signed-in ones read
      // it with the key figures. Health does not depend on the store.
      const reading = auth.mode === 'none' ? await suggestions.reading().catch(() => null) : null;
      return { status: 'ok', ...(reading === null ? {} : { reading }) };
    },
    'system.openapi': async () => ({ ...openApiDocument({ version }), security: security(auth) }),
  };
}

/** The security requirement of this server; empty without sign-in. */
const security = ({ mode }: Authenticator) => (mode === 'none' ? [] : [{ token: [] }]);
