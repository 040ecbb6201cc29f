import type { Client, TokenProvider } from '@trimtab/core';
import { systemClock } from './clock.ts';
import { apiAddress } from './config/api-address.ts';
import type { OptionSource } from './config/option-source.ts';
import type { Configuration } from './config/read-configuration.ts';
import type { Context, GlobalOptions, Surroundings } from './context.ts';
import { UsageError } from './failure.ts';
import type { FetchOptions } from './http/fetch.ts';
import { type OutputFormat, outputFormats, type Selection } from './output/formats.ts';
import { wantsColor } from './output/style.ts';
import { createWriter } from './output/writer.ts';

/** `-o jsonpath=TEMPLATE` and `-o custom-columns=SPEC`. */
function selectionIn(format: string): Selection | null {
  const [, kind, value = ''] = /^(jsonpath|custom-columns)(?:=(.*))?$/s.exec(format) ?? [];
  if (kind === undefined) return null;
  if (kind === 'jsonpath') {
    if (value !== '') return { kind, template: value };
    throw new UsageError('-o jsonpath needs a template.', "Use -o jsonpath='{.items[*].name}'.");
  }
  if (value !== '') return { kind: 'custom-columns', columns: value };
  throw new UsageError('-o custom-columns needs columns.', 'Use -o custom-columns=NAME:.name,STATUS:.status.label');
}

/** The format and the selection of a command line. --json and --jq override a format that was not typed. */
function readOutput(
  { output, jq, json }: GlobalOptions,
  source: OptionSource,
): { output: OutputFormat; selection: Selection | null } {
  const flag = jq !== undefined ? '--jq' : json === undefined ? null : '--json';
  if (flag !== null) {
    if (source === 'flag' && output !== 'json')
      throw new UsageError(`${flag} prints JSON, not ${output}.`, 'Remove -o.');
    const selection: Selection =
      jq === undefined ? { kind: 'fields', fields: json ?? [] } : { kind: 'jq', filter: jq, fields: json ?? null };
    return { output: 'json', selection };
  }
  const selection = selectionIn(output);
  if (selection !== null) return { output: selection.kind === 'jsonpath' ? 'json' : 'table', selection };
  const format = outputFormats.find((one) => one === output);
  if (format !== undefined) return { output: format, selection: null };
  const choices = `${outputFormats.join(', ')}, jsonpath=, custom-columns=`;
  throw new UsageError(
    source === 'flag'
      ? `Option '-o, --output <format>' argument '${output}' is invalid. Allowed choices are ${choices}.`
      : `${source === 'environment' ? 'TRIMTAB_OUTPUT' : 'output in the context'} must be one of ${choices}, not "${output}".`,
    output.includes('=') ? "Use -o jsonpath='{.items[*].name}'." : 'See trimtab --help.',
  );
}

export function createContext(
  surroundings: Surroundings,
  options: GlobalOptions,
  configuration: Configuration,
): Context {
  const stdout = createWriter(surroundings.stdout);
  const api = apiAddress(options.api);
  const stderr = createWriter(surroundings.stderr);
  const http: FetchOptions = {
    environment: surroundings.environment,
    timeoutMs: options.requestTimeout ?? null,
    // `main.ts` handles a failed write.
    trace: options.debug === true ? (line) => void stderr.text(`${line}\n`).catch(() => undefined) : null,
  };
  const { waitingAfterMs } = surroundings;
  const isWatched = stdout.isTerminal && stderr.isTerminal && surroundings.environment['TERM'] !== 'dumb';
  if (waitingAfterMs !== undefined && isWatched && http.trace === null) {
    http.waiting = { afterMs: waitingAfterMs, show: (line) => void stderr.waiting(line).catch(() => undefined) };
  }
  let client: Promise<Client> | undefined;
  let token: Promise<TokenProvider> | undefined;
  const context: Context = {
    stdout,
    stderr,
    color: wantsColor(surroundings.environment, stdout.isTerminal),
    now: surroundings.now,
    signal: surroundings.signal,
    version: surroundings.version,
    environment: surroundings.environment,
    api,
    ...readOutput(options, configuration.sourceOf('output')),
    outputFile: options.outputFile ?? null,
    headers: options.headers,
    columns: options.columns ?? null,
    http,
    get ask() {
      return surroundings.ask;
    },
    get terminal() {
      return surroundings.terminal;
    },
    configuration,
    clock: surroundings.clock ?? systemClock,
    outlivePipe: () => surroundings.outlivePipe?.(),
    protect: (work) => surroundings.protect?.(work),
    async token(request) {
      token ??= import('./auth/token.ts').then(({ openTokens }) => openTokens(context));
      return (await token)(request);
    },
    async desktop() {
      return (await surroundings.desktop?.()) ?? null;
    },
    client() {
      client ??= import('./http/client.ts').then(({ openClient }) => openClient(context));
      return client;
    },
  };
  return context;
}
