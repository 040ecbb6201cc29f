/** Stands for what tsup.config.ts writes: everything that is imported where it is needed. */
export default {};
