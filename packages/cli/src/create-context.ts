import type { Client, TokenProvider } from '@trimtab/core';
import { systemClock } from './clock.ts';
import { apiAddress } from './config/api-address.ts';
import type { Configuration } from './config/read-configuration.ts';
import type { Context, GlobalOptions, Surroundings } from './context.ts';
import { UsageError } from './failure.ts';
import type { FetchOptions } from './http/fetch.ts';
import { type OutputFormat, outputFormats } from './output/formats.ts';
import { wantsColor } from './output/style.ts';
import { createWriter } from './output/writer.ts';

function readFormat(text: string): OutputFormat {
  const format = outputFormats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new UsageError(
    `Option '-o, --output <format>' argument '${text}' is invalid. Allowed choices are ${outputFormats.join(', ')}.`,
    text.includes('=') ? 'jq selects from -o json; --columns chooses columns.' : 'See trimtab --help.',
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
    trace: options.debug === true ? (line) => void stderr.text(`${line}\n`) : null,
  };
  const { waitingAfterMs } = surroundings;
  const isWatched = stdout.isTerminal && stderr.isTerminal && surroundings.environment['TERM'] !== 'dumb';
  if (waitingAfterMs !== undefined && isWatched && http.trace === null) {
    http.waiting = { afterMs: waitingAfterMs, show: (line) => void stderr.progress(line) };
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
    output: readFormat(options.output),
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
    async token(request) {
      token ??= import('./auth/token.ts').then(({ openTokens }) => openTokens(context));
      return (await token)(request);
    },
    async desktop() {
      return (await surroundings.desktop?.()) ?? null;
    },
    client() {
      client ??= import('./http/client.ts').then(({ openClient }) => openClient(api, http, context.token));
      return client;
    },
  };
  return context;
}
