/** An example request and response of an operation, as sent. A part that the operation does not have is absent. */
export type Example = {
  readonly path?: Readonly<Record<string, string>>;
  /** An array is sent as one value joined by commas, as in `metricIds`. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly body?: unknown;
  /** The response body without the `data` envelope. */
  readonly answer?: unknown;
};

/** The subject of all examples: one workload on a Wednesday. */
export const checkout = { namespace: 'shop', name: 'checkout' } as const;
export const day = { start: '2026-11-18T00:00:00Z', end: '2026-11-19T00:00:00Z' } as const;
export const noon = '2026-11-18T12:00:00Z';
