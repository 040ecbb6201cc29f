/** The formats of every command. */
export const commonFormats = ['table', 'wide', 'json', 'yaml', 'csv', 'name'] as const;
/** The last three are reports of `check` only. */
export const outputFormats = [...commonFormats, 'junit', 'sarif', 'markdown'] as const;
export type OutputFormat = (typeof outputFormats)[number];
