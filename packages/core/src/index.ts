export * from './api/costs.ts';
export * from './api/metrics.ts';
export * from './api/suggestions.ts';
export * from './api/system.ts';
export * from './api/targets.ts';
export * from './api/views.ts';
