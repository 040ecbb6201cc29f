export type { Mount } from './mount.ts';
export { type Verified, type VerifyOptions, verifyContract } from './verify.ts';
