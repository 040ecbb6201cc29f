/** The settings under `extra`. A flag is on only if it is literally `true`. Unknown settings are kept and ignored. */
export type Extras = {
  readonly demo_mode?: unknown;
  /** Name of the simulated cluster that the demo shows. */
  readonly demo_data_name?: unknown;
  readonly console?: unknown;
  readonly cost_analysis?: unknown;
  readonly cost_simulator?: unknown;
  readonly cost_breakdown_v2?: unknown;
  readonly chat_helper?: unknown;
  readonly event_simulator?: unknown;
  readonly include_trimtab?: unknown;
  /** The ids of the extensions of the API that the server has. */
  readonly extensions?: unknown;
  /** Page size of the list of targets after its first page. */
  readonly list_page_size?: unknown;
  /** Page size of enhanced items, savings and comparisons. */
  readonly detailed_page_size?: unknown;
  /** The names of the clusters that the server reads, if there are several. */
  readonly clusters?: unknown;
  /** Name of the query parameter that includes the product's own namespace, for servers that use another name. */
  readonly namespace_flag?: unknown;
  readonly [key: string]: unknown;
};

/** The content of /config.json. Every field is present; a missing or invalid one is empty. */
export type RuntimeConfiguration = {
  readonly version: string;
  /** Empty: the origin that served the console. */
  readonly api_base_url: string;
  readonly extra: Extras;
  readonly console: {
    /** If domain or client id is empty, no sign-in is attempted. */
    readonly oauth_domain: string;
    readonly oauth_client_id: string;
    readonly oauth_audience?: string;
  };
};

/** The configuration that the console uses when /config.json cannot be fetched. */
export const emptyConfiguration: RuntimeConfiguration = {
  version: '',
  api_base_url: '',
  extra: {},
  console: { oauth_domain: '', oauth_client_id: '' },
};
