/** The settings under `extra`. Flags are on only when literally `true`; unknown settings are kept and ignored. */
export type Extras = {
  readonly demo_mode?: unknown;
  /** Which simulated cluster the demo shows. */
  readonly demo_data_name?: unknown;
  readonly console?: unknown;
  readonly cost_analysis?: unknown;
  readonly cost_simulator?: unknown;
  readonly cost_breakdown_v2?: unknown;
  readonly chat_helper?: unknown;
  readonly event_simulator?: unknown;
  readonly include_trimtab?: unknown;
  /** The name of the parameter that asks for the product's own namespace, for a server that calls it otherwise. */
  readonly namespace_flag?: unknown;
  readonly [key: string]: unknown;
};

/** GET /config.json, read: every field is there, an unreadable one is empty. */
export type RuntimeConfiguration = {
  readonly version: string;
  /** Empty: the origin that served the console. */
  readonly api_base_url: string;
  readonly extra: Extras;
  readonly console: {
    /** Domain or client id empty: no sign-in is attempted. */
    readonly oauth_domain: string;
    readonly oauth_client_id: string;
    readonly oauth_audience?: string;
  };
};

/** What the app starts with when its configuration could not be fetched. */
export const emptyConfiguration: RuntimeConfiguration = {
  version: '',
  api_base_url: '',
  extra: {},
  console: { oauth_domain: '', oauth_client_id: '' },
};
