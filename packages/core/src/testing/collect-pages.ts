/** All items of a paginated list, and whether its last page was marked incomplete. */
export async function collectPages<T>(
  pages: AsyncIterable<{ readonly items: readonly T[]; readonly incomplete: boolean }>,
): Promise<{ items: T[]; incomplete: boolean }> {
  const read = await Array.fromAsync(pages);
  return { items: read.flatMap(({ items }) => items), incomplete: read.some(({ incomplete }) => incomplete) };
}
