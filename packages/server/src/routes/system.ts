import { openApiDocument } from '@trimtab/core/openapi';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Services } from '../services/services.ts';
import type { Calls } from './call.ts';

export function systemCalls({ version }: Services, auth: Authenticator): Calls {
  return [
    ['system.health', async () => ({ status: 'ok' })],
    ['system.openapi', async () => ({ ...openApiDocument({ version }), security: security(auth) })],
  ];
}

/** What this very server asks for: no entry where everyone is let in. */
const security = ({ mode }: Authenticator) => (mode === 'none' ? [] : [{ token: [] }]);
