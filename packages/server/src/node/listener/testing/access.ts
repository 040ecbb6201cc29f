import type { Access } from '../../options/access-options.ts';

/** No sign-in, no trusted proxy, and no other allowed host or origin. */
export const onlyOurselves: Access = {
  signIn: null,
  allowedHosts: [],
  corsOrigins: [],
  trustedProxies: [],
  requestsPerSecond: 0,
};
