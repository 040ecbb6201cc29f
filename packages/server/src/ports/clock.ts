/** The one source of "now". Injected, so that a window can be fixed in a test and a world can be moved in time. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number;
};
