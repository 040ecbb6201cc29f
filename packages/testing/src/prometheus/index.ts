export { matchers, tokens } from './promql-tokens.ts';
export { answer, nothingRuns, type ScriptedServer, scriptedServer, vector } from './scripted-server.ts';
