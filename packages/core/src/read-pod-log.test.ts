import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from './errors.ts';
import { type LogEvent, readPodLog } from './read-pod-log.ts';

const line = (second: number, text: string, fraction = '5') => ({
  at: `2026-03-04T11:00:0${second}.${fraction}Z`,
  text,
});
const failed = { end: 'failed', reason: 'The Kubernetes API server cannot be reached.' };
const complete = { end: 'complete' };
const beat = 'beat';
const lost = { lost: failed.reason };

/** Follows a log whose answers come one after another: groups of lines, or an error. */
async function follow(...answers: readonly (Error | readonly (Error | 'beat' | object)[])[]) {
  const asked: object[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const open = async (resumption: object) => {
    asked.push(resumption);
    const groups = left.shift() ?? new ApiError(404, ['The pod cart-1 does not exist any more.']);
    if (groups instanceof Error) throw groups;
    return {
      chunks: (async function* () {
        for (const group of groups) {
          if (group instanceof Error) throw group;
          yield new TextEncoder().encode(group === beat ? '\n' : `${JSON.stringify(group)}\n`);
        }
      })(),
    };
  };
  const { signal } = new AbortController();
  const events: LogEvent[] = [];
  for await (const event of readPodLog(open, { follow: true, signal, sleep: async (ms) => void waits.push(ms) }))
    events.push(event);
  return { asked, events, waits };
}
const texts = (events: readonly LogEvent[]) =>
  events.flatMap((event) => ('lines' in event ? event.lines.map(({ text }) => text) : []));

it('a log that is not followed is read once', async () => {
  const read = (end: object | string) => {
    const body = async function* () {
      for (const each of [line(1, 'one'), end]) yield new TextEncoder().encode(`${JSON.stringify(each)}\n`);
    };
    const { signal } = new AbortController();
    return Array.fromAsync(readPodLog(async () => ({ chunks: body() }), { follow: false, signal }));
  };
  expect(await read(failed)).toEqual([{ lines: [line(1, 'one')] }, failed]);
  await expect(read('')).rejects.toThrow('Invalid response from server');
});

describe('a log that is followed', () => {
  it('is opened again when it breaks off, and has each line once', async () => {
    const { events, asked } = await follow(
      [line(1, 'one'), line(2, 'two'), failed],
      [line(2, 'before', '1'), line(2, 'two'), line(3, 'three'), complete],
    );
    expect(events).toEqual([
      { lines: [line(1, 'one')] },
      { lines: [line(2, 'two')] },
      lost,
      { mayLackLines: false },
      { lines: [line(3, 'three')] },
      complete,
    ]);
    expect(asked).toEqual([{}, { sinceTime: '2026-03-04T11:00:02.500000000Z', tail: 10_000 }]);
  });

  it('keeps lines of the same time apart, and reads times of other zones', async () => {
    const { events } = await follow(
      [line(2, 'a'), line(2, 'b', '500000000'), failed],
      [{ at: '2026-03-04T13:00:02.5+02:00', text: 'a' }, line(2, 'b'), line(2, 'c'), failed],
      [line(2, 'a'), line(2, 'b'), line(2, 'c'), line(2, 'd'), complete],
    );
    expect(texts(events)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('says where lines may be missing, because the last one is gone', async () => {
    const { events } = await follow([line(1, 'one'), failed], [line(5, 'five'), complete]);
    expect(events).toEqual([
      { lines: [line(1, 'one')] },
      lost,
      { mayLackLines: true },
      { lines: [line(5, 'five')] },
      complete,
    ]);
  });

  it('goes on at once when one answer has reached its limit, without a mark', async () => {
    const limit = { end: 'limit', reason: 'A log is followed for at most an hour. Open it again.' };
    const { events } = await follow([line(1, 'one'), limit], [line(1, 'one'), line(2, 'two'), complete]);
    expect(events).toEqual([{ lines: [line(1, 'one')] }, { lines: [line(2, 'two')] }, complete]);
  });

  it('that is silent goes on with the next empty line', async () => {
    const { events } = await follow([beat, failed], [beat, complete]);
    expect(events).toEqual([lost, { mayLackLines: false }, complete]);
  });

  it('waits longer for each failure up to half a minute, and says only once that it was lost', async () => {
    const refused = Array.from({ length: 9 }, (_, index) =>
      index % 2 === 0 ? new NetworkError('api.test', 'ECONNREFUSED') : new ApiError(502, ['Kubernetes is away.']),
    );
    const { events, waits } = await follow(
      [line(1, 'one'), new NetworkError('api.test')],
      ...refused,
      [line(1, 'one'), line(2, 'two'), failed],
      [complete],
    );
    expect(events.filter((event) => 'lost' in event)).toHaveLength(2);
    for (const [index, longest] of [
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000,
    ].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(longest / 2);
      expect(waits[index]).toBeLessThanOrEqual(longest);
    }
    expect(waits.at(-1)).toBeLessThanOrEqual(500);
  });

  it('ends when the server says that there is no such log any more', async () => {
    const { events } = await follow([line(1, 'one'), failed]);
    expect(events.at(-1)).toEqual({ end: 'failed', reason: 'The pod cart-1 does not exist any more.' });
  });

  it('that cannot be opened the first time, or fails before its first line, is not tried again', async () => {
    await expect(follow(new ApiError(502, ['Kubernetes is away.']))).rejects.toThrow('Kubernetes is away.');
    await expect(follow([new NetworkError('api.test')])).rejects.toThrow('No response from api.test');
    expect((await follow([failed])).events).toEqual([failed]);
  });

  it('is not opened again after the reader has left', async () => {
    const leaving = new AbortController();
    const open = async () => ({
      chunks: (async function* () {
        yield new TextEncoder().encode(`${JSON.stringify(line(1, 'one'))}\n`);
        leaving.abort();
        throw new NetworkError('api.test');
      })(),
    });
    await expect(Array.fromAsync(readPodLog(open, { follow: true, signal: leaving.signal }))).rejects.toThrow(
      'api.test',
    );
  });
});
