/** The part of a response that the client reads. Browsers, Node and undici all provide it. */
export type FetchResponse = {
  readonly status: number;
  readonly headers: { get(name: string): string | null; entries?(): Iterable<readonly [string, string]> };
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
  /** Always `error`, because a token must not be sent to the target of a redirect. */
  redirect: 'error';
  signal: AbortSignal;
};

/** The fetch of the platform or of undici, or any other that accepts the address as a string. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchResponse>;
