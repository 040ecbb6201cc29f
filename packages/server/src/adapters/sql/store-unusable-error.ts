/** The database cannot be used. The message is one sentence for the operator, or two. */
export class StoreUnusableError extends Error {
  override readonly name = 'StoreUnusableError';
}
