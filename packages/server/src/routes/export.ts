import { exportTarget, exportWindow } from '../services/export/request.ts';
import type { Services } from '../services/services.ts';
import { type Calls, notFound } from './call.ts';

export function exportCalls({ exports, store, clock }: Services): Calls {
  return [
    [
      'diagnostics.export',
      async ({ query, asker }) => {
        const target = exportTarget(query.text('namespace'), query.text('targetName'));
        const request = {
          target,
          window: exportWindow(query.instant('start'), query.instant('end'), clock.now()),
          podLogs: query.flag('include-pod-logs') ?? false,
          metrics: query.flag('include-metrics') ?? false,
        };
        if (target !== null && (await store.targets.get(target.namespace, target.name)) === null) {
          throw notFound(target.namespace, target.name);
        }
        const { name, body } = await exports.open(request, asker);
        return new Response(body, {
          headers: { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` },
        });
      },
    ],
  ];
}
