/** The formats of every command. */
export const commonFormats = ['table', 'wide', 'json', 'yaml', 'csv', 'name'] as const;
/** The last three are reports: of `check`, and `markdown` also of `propose`. */
export const outputFormats = [...commonFormats, 'junit', 'sarif', 'markdown'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** What is printed instead of all data: the flag or format, and its filter, template or columns. */
export type Selection = {
  /** Set after it was applied to data. Stored here, because two bundles contain the modules that set and read it. */
  wasUsed?: true;
} & (
  | { kind: 'jq'; filter: string; fields: readonly string[] | null }
  | { kind: 'fields'; fields: readonly string[] }
  | { kind: 'jsonpath'; template: string }
  | { kind: 'custom-columns'; columns: string }
);
