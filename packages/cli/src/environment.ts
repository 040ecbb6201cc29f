/** The variables of the process, or those of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable of an option or setting: `TRIMTAB_CLIENT_ID` for `client-id`. */
export const variableName = (name: string): string => `TRIMTAB_${name.replaceAll('-', '_').toUpperCase()}`;
