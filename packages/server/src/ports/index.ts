/*
 * The interfaces to the outside. All times are milliseconds since the Unix epoch unless their name or comment says otherwise.
 */
export * from './app-deps.ts';
export * from './archive-source.ts';
export * from './change-store.ts';
export * from './clock.ts';
export * from './cluster-source.ts';
export * from './connector.ts';
export * from './errors.ts';
export * from './history-source.ts';
export * from './listing.ts';
export * from './logger.ts';
export * from './metrics-source.ts';
export * from './node-prices.ts';
export * from './pod-logs.ts';
export * from './principal.ts';
export * from './records.ts';
export * from './request-context.ts';
export * from './scheduler.ts';
export * from './shared.ts';
export * from './store.ts';
export * from './target-manifest.ts';
export * from './target-registry.ts';
export * from './telemetry.ts';
