import { enrollPermission, type Principal } from './principal.ts';

export type Authenticator = {
  /** `none`: whoever reaches the server is let in, and openapi.json says so. */
  readonly mode: 'none' | 'oidc';
  /**
   * Who sent this request.
   *
   * @throws HttpError 401 for a missing or bad token, 503 when it cannot be checked now
   */
  authenticate(request: Request): Promise<Principal>;
  /** Whether a token could be checked now; what is wrong, as a sentence, where not. */
  problem(): Promise<string | null>;
};

/** One anonymous caller who may do everything. A token that is sent all the same is not looked at, let alone believed. */
export const withoutSignIn: Authenticator = {
  mode: 'none',
  authenticate: async () => anonymous,
  problem: async () => null,
};

const anonymous: Principal = { subject: 'anonymous', permissions: new Set([enrollPermission]) };
