/** The price per hour, in dollars, of nodes of some types: for each node, or for each CPU. */
export type NodePrice = {
  /** An instance type; `*` stands for any text. */
  readonly types: string;
  readonly region?: string | undefined;
  readonly capacity_type?: string | undefined;
  readonly hourly?: number | undefined;
  readonly hourly_per_cpu?: number | undefined;
};

/** `date` and `source` are shown with every price. */
export type NodePrices = { readonly date: string; readonly source: string; readonly prices: readonly NodePrice[] };
