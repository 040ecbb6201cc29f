/** What `read` makes of each item, in order; a few are read at once, because a source answers slower than we write. */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  atOnce: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const reading: Promise<R>[] = [];
  const next = async (): Promise<R[]> => {
    const first = reading.shift();
    return first === undefined ? [] : [await first];
  };
  for (const item of items) {
    const result = read(item);
    // Whoever leaves early never looks at what is still being read; that it fails then is no news.
    result.catch(() => undefined);
    reading.push(result);
    if (reading.length >= atOnce) yield* await next();
  }
  while (reading.length > 0) yield* await next();
}
