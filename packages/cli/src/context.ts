import type { Client, TokenProvider } from '@trimtab/core';
import type { Desktop } from './auth/desktop.ts';
import type { MonotonicClock } from './clock.ts';
import type { Configuration } from './config/read-configuration.ts';
import type { Environment } from './environment.ts';
import type { FetchOptions } from './http/fetch.ts';
import type { OutputFormat, Selection } from './output/formats.ts';
import type { OutputStream, Writer } from './output/writer.ts';

/** The terminal's own streams instead of writers, because the live view moves the cursor and reads keys. */
export type Terminal = {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
};

/** The process around a run; tests replace it. */
export type Surroundings = {
  stdout: OutputStream;
  stderr: OutputStream;
  environment: Environment;
  now: () => number;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  version: string;
  /** Asks on the terminal; absent without a terminal. */
  readonly ask?: Ask | undefined;
  /** For the live view; absent if stdin or stdout is not a terminal. */
  readonly terminal?: Terminal | undefined;
  /** How long a request may take before a line on the terminal says that it is waiting. Absent: no such line. */
  readonly waitingAfterMs?: number | undefined;
  /** Call it so that the process goes on if the reader of its output closes the pipe. Absent: it always goes on. */
  readonly outlivePipe?: (() => void) | undefined;
  /** Makes Ctrl-C wait until this work has ended. Absent: Ctrl-C does not end the process. */
  readonly protect?: ((work: Promise<unknown>) => void) | undefined;
  /** Absent if there is neither a keyring nor a browser. */
  readonly desktop?: (() => Promise<Desktop>) | undefined;
  /** Absent for real time. */
  readonly clock?: MonotonicClock | undefined;
};

/** Resolves to the typed line; null at the end of the input or when `canceled` aborts. */
type Ask = (question: string, canceled?: AbortSignal) => Promise<string | null>;

/** The options of every command. */
export type GlobalOptions = {
  api: string;
  /** The name of a context in the configuration file. */
  context?: string;
  output: string;
  /** A jq filter that is applied to the JSON. */
  jq?: string;
  /** The fields of the JSON to print. */
  json?: string[];
  /** The path that -o names, for a command whose -o is a file and not a format. */
  outputFile?: string | undefined;
  headers: boolean;
  /** The names of the columns to show. */
  columns?: string[];
  debug?: boolean;
  requestTimeout?: number;
};

/** Everything that a command needs. Expensive parts are created when they are first used. */
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
  /** Null: print everything. */
  readonly selection: Selection | null;
  readonly outputFile: string | null;
  readonly headers: boolean;
  readonly columns: readonly string[] | null;
  readonly http: FetchOptions;
  readonly ask: Ask | undefined;
  readonly terminal: Terminal | undefined;
  readonly configuration: Configuration;
  readonly clock: MonotonicClock;
  /** As in `Surroundings`. */
  readonly outlivePipe: () => void;
  readonly protect: (work: Promise<unknown>) => void;
  /** The access token for this API, renewed if necessary; null if the user is not signed in. */
  readonly token: TokenProvider;
  desktop(): Promise<Desktop | null>;
  client(): Promise<Client>;
};
