import type { Client } from '@trimtab/core';
import type { HttpOptions } from './http/fetch.ts';
import { UsageError } from './failure.ts';
import { wantsColour } from './output/tone.ts';
import { createWriter, type OutputStream, type Writer } from './output/writer.ts';

export const outputFormats = ['table', 'wide', 'json', 'yaml', 'csv', 'name'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the process gives a run; a test gives its own. */
export interface Surroundings {
  stdout: OutputStream;
  stderr: OutputStream;
  environment: Environment;
  now: () => number;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  version: string;
  /** Asks on the terminal and answers the typed line, null at its end; absent where there is nobody to ask. */
  readonly ask?: ((question: string) => Promise<string | null>) | undefined;
}

/** The options every command has. */
export interface GlobalOptions {
  api: string;
  output: OutputFormat;
  headers: boolean;
  /** Names of columns, to show these only. */
  columns?: string[];
  debug?: boolean;
  requestTimeout?: number;
}

/** What a command works with. Everything costly is made when it is first asked for. */
export interface Context {
  readonly stdout: Writer;
  readonly stderr: Writer;
  readonly colour: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly environment: Environment;
  readonly api: string;
  readonly output: OutputFormat;
  readonly headers: boolean;
  readonly columns: readonly string[] | null;
  readonly http: HttpOptions;
  readonly ask: ((question: string) => Promise<string | null>) | undefined;
  client(): Promise<Client>;
}

/** An http or https address without credentials: a password in it would end up in a shell's history and in messages. */
export function apiAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(
      `The API address "${text}" is not an http or https URL.`,
      'Give it as --api http://127.0.0.1:4400, or in TRIMTAB_API.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      'The API address holds a user name or password, which Trimtab does not send.',
      'Give the address without the part before the @.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export function createContext(surroundings: Surroundings, options: GlobalOptions): Context {
  const stdout = createWriter(surroundings.stdout);
  const api = apiAddress(options.api);
  const stderr = createWriter(surroundings.stderr);
  const http: HttpOptions = {
    environment: surroundings.environment,
    timeoutMs: options.requestTimeout ?? null,
    trace: options.debug === true ? (line) => void stderr.text(`${line}\n`) : null,
  };
  let client: Promise<Client> | undefined;
  return {
    stdout,
    stderr,
    colour: wantsColour(surroundings.environment, stdout.isTerminal),
    now: surroundings.now,
    signal: surroundings.signal,
    version: surroundings.version,
    environment: surroundings.environment,
    api,
    output: options.output,
    headers: options.headers,
    columns: options.columns ?? null,
    http,
    get ask() {
      return surroundings.ask;
    },
    client() {
      client ??= import('./http/client.ts').then(({ openClient }) => openClient(api, http));
      return client;
    },
  };
}
