/** The only source of the current time. It is injected, so that tests and the simulation can set the time. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number;
};
