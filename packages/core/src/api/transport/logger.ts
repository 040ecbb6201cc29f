/** Where the client says what it did about trouble. Fields never hold a token, a query or a body. */
export type ClientLogger = {
  debug?(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
};
