/** The authenticated caller. Limits, tickets and the stored answers to writes belong to a `subject`. */
export type Principal = {
  readonly subject: string;
  /** What the caller may do beyond reading. */
  readonly permissions: ReadonlySet<string>;
};

/** Required for every call that changes something. */
export const enrollPermission = 'ast:enrol';

/** Required to send a query to a connector. `enrollPermission` includes it. */
export const queryPermission = 'connectors:query';

/** Required to read the logs of pods. `enrollPermission` includes it. */
export const logsPermission = 'logs:read';

export const mayReadLogs = ({ permissions }: Principal): boolean =>
  permissions.has(logsPermission) || permissions.has(enrollPermission);

/** Identifies callers by their requests. */
export type Authenticator = {
  /** `none`: every request is accepted without sign-in, and openapi.json declares no security. */
  readonly mode: 'none' | 'oidc';
  /**
   * Returns the caller of a request. @throws DomainError `unauthenticated` for a missing or invalid token,
   * `unavailable` if tokens cannot be checked now
   */
  authenticate(request: Request): Promise<Principal>;
  /** A sentence that says why tokens cannot be checked now; null if they can. */
  problem(): Promise<string | null>;
};
