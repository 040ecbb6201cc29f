/** An option of the command line and its variable; `options.ts` reads both. */
export type DeclaredOption = {
  readonly flags: string;
  readonly env: string;
  readonly text: string;
  readonly repeatable?: true;
};
