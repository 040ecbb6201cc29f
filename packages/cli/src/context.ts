import type { Client, TokenProvider } from '@trimtab/core';
import type { Desktop } from './auth/desktop.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './config/configuration.ts';
import type { Environment } from './environment.ts';
import type { HttpOptions } from './http/fetch.ts';
import type { OutputFormat } from './output/formats.ts';
import type { OutputStream, Writer } from './output/writer.ts';
import type { Terminal } from './ui/watch/terminal.ts';

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
  readonly clock?: Clock | undefined;
};

/** A question that is given up answers null. */
export type Ask = (question: string, givenUp?: AbortSignal) => Promise<string | null>;

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
  readonly configuration: Configuration;
  readonly clock: Clock;
  /** The access token for this API, renewed when it is due; null when nobody is signed in. */
  readonly token: TokenProvider;
  desktop(): Promise<Desktop | null>;
  client(): Promise<Client>;
};
