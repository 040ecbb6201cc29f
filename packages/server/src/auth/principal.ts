/** Who calls. Everything that is kept per caller (limits, tickets, repeated writes) is kept by `subject`. */
export type Principal = {
  readonly subject: string;
  /** What the caller may do beyond reading. */
  readonly permissions: ReadonlySet<string>;
};

/** Needed for every call that changes something. */
export const enrollPermission = 'ast:enrol';

/** Needed to send a connector a query of one's own; whoever may change something may do this too. */
export const queryPermission = 'connectors:query';
