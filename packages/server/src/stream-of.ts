/**
 * The chunks of a generator as a stream that reads no further than its consumer. `left` is called when the consumer
 * cancels. Not all browsers have `ReadableStream.from`.
 */
export const streamOf = (
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, unknown>,
  left: () => void = () => undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        left();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
