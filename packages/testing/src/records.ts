import type { TargetRecord } from '@trimtab/server';

/** A target in recommendation mode, as enrollment makes it. */
export const aRecord = (changes: Partial<TargetRecord> = {}): TargetRecord => ({
  namespace: 'shop',
  name: 'cart',
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  horizontal: null,
  vertical: 'recommendation',
  modelMode: 'balanced',
  managed: [{ container: 'app', resources: ['cpu', 'memory'] }],
  enrolledAt: 1_700_000_000_000,
  unoptimized: null,
  ...changes,
});
