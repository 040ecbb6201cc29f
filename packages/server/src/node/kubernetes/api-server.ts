/** The credentials for a request to the API server. */
export type Credentials = {
  readonly authorization: string | null;
  readonly certificate: { readonly cert: string; readonly key: string } | null;
};

export type ApiServer = {
  readonly url: string;
  /** The namespace of the context or the account; null if there is none. */
  readonly namespace: string | null;
  /** The certificates of the authorities to trust; null: those of the machine. */
  readonly ca: () => Promise<string | null>;
  readonly serverName: string | null;
  readonly acceptsAnyCertificate: boolean;
  readonly credentials: () => Promise<Credentials>;
  /** Discards these credentials after the server has refused them. The next request gets new ones. */
  readonly renew: (refused: Credentials['authorization']) => void;
};
