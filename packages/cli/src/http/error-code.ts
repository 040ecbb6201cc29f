/** The first code, such as ECONNREFUSED, along the causes of an error; null if there is none. */
export function errorCodeOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
