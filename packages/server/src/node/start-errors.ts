/** An option or environment variable is invalid: exit code 2. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server cannot start in this environment: exit code 3. The message is one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
