import { openApiDocument } from '@trimtab/core/openapi';
import type { Calls } from '../http/call.ts';
import type { Authenticator } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

export function systemCalls({ version }: Services, auth: Authenticator): Calls {
  return {
    'system.health': async () => ({ status: 'ok' }),
    'system.openapi': async () => ({ ...openApiDocument({ version }), security: security(auth) }),
  };
}

/** The security requirement of this server; empty without sign-in. */
const security = ({ mode }: Authenticator) => (mode === 'none' ? [] : [{ token: [] }]);
