/** A placeholder: tsup.config.ts replaces the content with all dynamically imported modules. */
export default {};
