export { composeClusters } from './adapters/clusters/compose-clusters.ts';
export { memoryRecords } from './adapters/memory/records.ts';
export { createApp } from './app.ts';
export * from './ports/index.ts';
export { createScheduler, type RunningScheduler } from './scheduler.ts';
export { nextTask } from './services/event-loop/next-task.ts';
