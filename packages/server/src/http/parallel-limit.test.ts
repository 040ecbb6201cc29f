import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ParallelLimit, whenSent } from './parallel-limit.ts';

describe('a parallel limit', () => {
  it('counts per key, and frees a slot once', () => {
    const limit = new ParallelLimit(2);
    const [first, second] = [limit.take('a'), limit.take('a')];
    expect(limit.take('a')).toBeNull();
    expect(limit.take('b')).not.toBeNull();
    first?.();
    first?.();
    expect(limit.take('a')).not.toBeNull();
    expect(limit.take('a')).toBeNull();
    second?.();
    expect(limit.take('a')).not.toBeNull();
  });
});

describe('waiting for a slot', () => {
  const { signal } = new AbortController();

  it('ends in the order of the calls, when a slot is freed', async () => {
    const limit = new ParallelLimit(1, 2);
    const first = await limit.wait('a', signal);
    const order: string[] = [];
    const wait = async (name: string) => {
      const slot = await limit.wait('a', signal);
      order.push(name);
      slot?.();
    };
    const both = Promise.all([wait('second'), wait('third')]);
    expect(await limit.wait('a', signal)).toBeNull();
    expect(await limit.wait('b', signal)).not.toBeNull();
    first?.();
    await both;
    expect(order).toEqual(['second', 'third']);
    expect(limit.take('a')).not.toBeNull();
  });

  it('ends without a slot when the caller leaves, or after 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const limit = new ParallelLimit(1, 2);
    const first = limit.take('a');
    const leaving = new AbortController();
    const [left, late] = [limit.wait('a', leaving.signal), limit.wait('a', signal)];
    leaving.abort();
    expect(await left).toBeNull();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await late).toBeNull();
    first?.();
    expect(limit.take('a')).not.toBeNull();
  });
});

function watched(response: Response) {
  const seen = { ended: 0 };
  return { seen, response: whenSent(response, () => (seen.ended += 1)) };
}

describe('the end of a response', () => {
  it('is reported when the body was read, with the response unchanged', async () => {
    const { seen, response } = watched(new Response('bytes', { status: 206, headers: { 'content-type': 'x/y' } }));
    expect(seen.ended).toBe(0);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      206,
      'x/y',
      'bytes',
    ]);
    expect(seen.ended).toBe(1);
  });

  it('is reported immediately without a body', () => {
    expect(watched(new Response(null, { status: 204 })).seen.ended).toBe(1);
  });

  it('is reported when the reader cancels, which also cancels the source', async () => {
    let reason: unknown = null;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(8)),
      cancel: (why) => void (reason = why),
    });
    const { seen, response } = watched(new Response(endless));
    await response.body?.cancel('left');
    expect([seen.ended, reason]).toEqual([1, 'left']);
  });

  it('is reported when the body fails', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
    const { seen, response } = watched(new Response(broken));
    await expect(response.text()).rejects.toThrow('broken');
    expect(seen.ended).toBe(1);
  });
});
