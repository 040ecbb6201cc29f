/** What a request to the API server is signed with. */
export type Credentials = {
  readonly authorization: string | null;
  readonly certificate: { readonly cert: string; readonly key: string } | null;
};

export type ApiServer = {
  readonly url: string;
  /** The namespace of the context or the account; null if there is none. */
  readonly namespace: string | null;
  readonly ca: string | null;
  readonly serverName: string | null;
  readonly acceptsAnyCertificate: boolean;
  readonly credentials: () => Promise<Credentials>;
  /** Discards these credentials after the server has refused them. */
  readonly renew: (refused: Credentials['authorization']) => void;
};
