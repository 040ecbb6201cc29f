export type { Mount } from './mount.ts';
export { type Verified, type VerifyOptions, validReads, verifyContract } from './verify.ts';
