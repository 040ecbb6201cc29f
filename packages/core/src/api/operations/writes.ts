import type { OperationId } from './index.ts';

/** The operations that change something. Each needs `ast:enrol`, counts against the write limit and supports Idempotency-Key. */
export const writes: ReadonlySet<OperationId> = new Set([
  'targets.candidates',
  'targets.cleanup',
  'extensions.setLimitPolicy',
  'costs.saveSettings',
  'costs.recordUnoptimized',
  'queue.pop',
  'queue.setStatus',
  'artifacts.patch',
  'insights.create',
]);

/** Whether the request changes something. Only the exact `dryrun=true` makes an enrollment a preview. */
export function isWrite(id: string, parameters: URLSearchParams): boolean {
  if (id === 'targets.candidates') return parameters.getAll('dryrun').join() !== 'true';
  return [...writes].some((each) => each === id);
}
