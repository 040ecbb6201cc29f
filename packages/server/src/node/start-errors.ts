/** The command line or the environment is wrong: exit code 2. The message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The surroundings do not let us start: exit code 3. The message is one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
