/** Receives warnings and debug messages of the client. Fields never contain a token, a query or a body. */
export type ClientLogger = {
  debug?(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
};
