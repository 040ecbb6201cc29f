import { openApiDocument } from '@trimtab/core/openapi';
import type { Services } from '../services/services.ts';
import type { Calls } from './call.ts';

export function systemCalls({ version }: Services): Calls {
  return [
    ['system.health', async () => ({ status: 'ok' })],
    ['system.openapi', async () => openApiDocument({ version })],
  ];
}
