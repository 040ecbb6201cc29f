import type { OptionSource } from './option-source.ts';
import type { ContextFile, Settings } from './setting-keys.ts';

/** The configuration file and the context in use, as they apply to one command line. */
export type Configuration = {
  /** Null if the process has no home folder. */
  readonly directory: string | null;
  readonly file: ContextFile;
  /** The name of the context in use; null if there is none. */
  readonly name: string | null;
  readonly nameSource: OptionSource;
  /** The settings of the context in use. */
  readonly settings: Settings;
  /** Where the value of a global option came from. */
  readonly sourceOf: (option: string) => OptionSource;
};
