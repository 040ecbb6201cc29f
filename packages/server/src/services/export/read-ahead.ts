/** Yields `read(item)` in the order of the items. Several items are read in parallel, because sources are slow. */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  parallel: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const reading: Promise<R>[] = [];
  const next = async (): Promise<R[]> => {
    const first = reading.shift();
    return first === undefined ? [] : [await first];
  };
  for (const item of items) {
    const result = read(item);
    // If the consumer stops early, nothing awaits this promise, so handle its rejection here.
    result.catch(() => undefined);
    reading.push(result);
    if (reading.length >= parallel) yield* await next();
  }
  while (reading.length > 0) yield* await next();
}
