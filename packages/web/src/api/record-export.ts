import type { Client } from '@trimtab/core';

/** Reports the targets whose suggested changes were exported. Only the history of the server needs this, so a failure is ignored. */
export async function recordExport(
  client: Client,
  targets: readonly { readonly namespace: string; readonly name: string }[],
): Promise<void> {
  const names = targets.map(({ namespace, name }) => ({ namespace, name }));
  await client.views.recordExport({ targets: names }).catch(() => {});
}
