/** One exchange of an operation, as it travels; what a call does not have is absent. */
export type Example = {
  readonly path?: Readonly<Record<string, string>>;
  /** Texts are joined by commas on their way, as in `metricIds`. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly body?: unknown;
  /** Without the envelope. */
  readonly answer?: unknown;
};

/** What the examples are about: one workload, on one Wednesday. */
export const checkout = { namespace: 'shop', name: 'checkout' } as const;
export const day = { start: '2026-11-18T00:00:00Z', end: '2026-11-19T00:00:00Z' } as const;
export const noon = '2026-11-18T12:00:00Z';
