export { type App, type AppDeps, createApp, type Logger } from './app.ts';
export * from './ports/index.ts';
