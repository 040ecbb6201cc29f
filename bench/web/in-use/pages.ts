/** Where the pages of a run are served. */
export type Pages = {
  /** The address of the console with the simulated web shop, and with 10,000 targets. */
  shop: string;
  fleet: string;
  /** A page of the same libraries with one line of text. */
  bare: string;
};
