export { memoryRecords } from './adapters/memory/records.ts';
export { type App, type AppDeps, createApp, type Logger } from './app.ts';
export * from './ports/index.ts';
export { createScheduler, type RunningScheduler } from './scheduler.ts';
export { nextTask } from './services/next-task.ts';
