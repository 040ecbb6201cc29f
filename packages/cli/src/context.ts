import type { Client, TokenProvider } from '@trimtab/core';
import type { Desktop } from './auth/desktop.ts';
import type { FlowClock } from './auth/device-flow.ts';
import type { ContextFile, Settings } from './config/setting-keys.ts';
import { UsageError } from './failure.ts';
import type { HttpOptions } from './http/fetch.ts';
import { wantsColor } from './output/tone.ts';
import { createWriter, type OutputStream, type Writer } from './output/writer.ts';
import type { Terminal } from './ui/watch/run.tsx';

/** What every command can print. */
export const commonFormats = ['table', 'wide', 'json', 'yaml', 'csv', 'name'] as const;
/** The last three are reports of `check` alone. */
export const outputFormats = [...commonFormats, 'junit', 'sarif', 'markdown'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the process gives a run; a test gives its own. */
export type Surroundings = {
  stdout: OutputStream;
  stderr: OutputStream;
  environment: Environment;
  now: () => number;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  version: string;
  /** Asks on the terminal and answers the typed line, null at its end; absent where there is nobody to ask. */
  readonly ask?: Ask | undefined;
  /** For a view that redraws; absent where stdin or stdout is none. */
  readonly terminal?: Terminal | undefined;
  /** After so long without an answer a terminal is told what is waited for; absent: never. */
  readonly waitingAfterMs?: number | undefined;
  /** Absent: there is neither a keyring nor a browser. */
  readonly desktop?: (() => Promise<Desktop>) | undefined;
  /** Absent: real time. */
  readonly clock?: FlowClock | undefined;
};

/** A question that is given up answers null. */
export type Ask = (question: string, givenUp?: AbortSignal) => Promise<string | null>;

/** Where a setting's value came from. */
export type Origin = 'flag' | 'environment' | 'context' | 'default';

/** What the configuration files say, as far as it concerns this run. */
export type Kept = {
  /** Null for a process without a home. */
  readonly directory: string | null;
  readonly file: ContextFile;
  /** The context in use; null: none. */
  readonly name: string | null;
  readonly nameOrigin: Origin;
  /** What the context in use holds. */
  readonly settings: Settings;
  /** Of options that every command has. */
  readonly originOf: (option: string) => Origin;
};

/** The options every command has. */
export type GlobalOptions = {
  api: string;
  /** Which context of the configuration file to use. */
  context?: string;
  output: string;
  /** Where a command that writes a file puts it: what was typed after its -o. */
  outputFile?: string | undefined;
  headers: boolean;
  /** Names of columns, to show these only. */
  columns?: string[];
  debug?: boolean;
  requestTimeout?: number;
};

/** What a command works with. Everything costly is made when it is first asked for. */
export type Context = {
  readonly stdout: Writer;
  readonly stderr: Writer;
  readonly color: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly version: string;
  readonly environment: Environment;
  readonly api: string;
  readonly output: OutputFormat;
  readonly outputFile: string | null;
  readonly headers: boolean;
  readonly columns: readonly string[] | null;
  readonly http: HttpOptions;
  readonly ask: Ask | undefined;
  readonly terminal: Terminal | undefined;
  readonly kept: Kept;
  readonly clock: FlowClock;
  /** The access token for this API, renewed when it is due; null when nobody is signed in. */
  readonly token: TokenProvider;
  desktop(): Promise<Desktop | null>;
  client(): Promise<Client>;
};

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

function readFormat(text: string): OutputFormat {
  const format = outputFormats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new UsageError(
    `Option '-o, --output <format>' argument '${text}' is invalid. Allowed choices are ${outputFormats.join(', ')}.`,
    text.includes('=') ? 'jq selects from -o json; --columns chooses columns.' : 'See trimtab --help.',
  );
}

const realTime: FlowClock = {
  elapsedMs: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    const { setTimeout: wait } = await import('node:timers/promises');
    await wait(milliseconds, undefined, { signal });
  },
};

export function createContext(surroundings: Surroundings, options: GlobalOptions, kept: Kept): Context {
  const stdout = createWriter(surroundings.stdout);
  const api = apiAddress(options.api);
  const stderr = createWriter(surroundings.stderr);
  const http: HttpOptions = {
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
    kept,
    clock: surroundings.clock ?? realTime,
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
