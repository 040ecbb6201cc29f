/** What the client reads of a response: the part that browsers, Node and undici agree on. */
export type FetchResponse = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): {
      read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
      cancel(reason?: unknown): Promise<void>;
    };
  } | null;
};

type FetchInit = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Always `error`: a token must not follow a redirect. */
  redirect: 'error';
  signal: AbortSignal;
};

/** The platform's fetch, undici's, or any other that takes an address as text. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;
