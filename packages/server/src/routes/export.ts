import type { Calls } from '../http/call.ts';
import { mayReadLogs, targetNotFound } from '../ports/index.ts';
import { exportTarget, requestedWindow } from '../services/export/request.ts';
import type { Services } from '../services/services.ts';

export function exportCalls({ openExport, store, clock }: Services): Calls {
  return {
    'diagnostics.export': async ({ query, context, principal }) => {
      const target = exportTarget(query.text('namespace'), query.text('targetName'));
      const request = {
        target,
        window: requestedWindow(query.instant('start'), query.instant('end'), clock.now()),
        podLogs: query.flag('include-pod-logs') ?? false,
        mayReadLogs: mayReadLogs(principal),
        metrics: query.flag('include-metrics') ?? false,
      };
      if (target !== null && (await store.targets.get(target.namespace, target.name)) === null) {
        throw targetNotFound(target.namespace, target.name);
      }
      const { name, body } = await openExport(request, context);
      return new Response(body, {
        headers: { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` },
      });
    },
  };
}
