import { describe, expect, it } from 'vitest';
import { ParallelLimit, whenSent } from './parallel-limit.ts';

describe('limit', () => {
  it('are counted per key, and given back once', () => {
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

function watched(response: Response) {
  const seen = { ended: 0 };
  return { seen, response: whenSent(response, () => (seen.ended += 1)) };
}

describe('the end of an answer', () => {
  it('comes when it was read, with everything it says', async () => {
    const { seen, response } = watched(new Response('bytes', { status: 206, headers: { 'content-type': 'x/y' } }));
    expect(seen.ended).toBe(0);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      206,
      'x/y',
      'bytes',
    ]);
    expect(seen.ended).toBe(1);
  });

  it('comes at once when there is no body', () => {
    expect(watched(new Response(null, { status: 204 })).seen.ended).toBe(1);
  });

  it('comes when its reader leaves, and is passed on', async () => {
    let reason: unknown = null;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(8)),
      cancel: (why) => void (reason = why),
    });
    const { seen, response } = watched(new Response(endless));
    await response.body?.cancel('left');
    expect([seen.ended, reason]).toEqual([1, 'left']);
  });

  it('comes when it breaks', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
    const { seen, response } = watched(new Response(broken));
    await expect(response.text()).rejects.toThrow('broken');
    expect(seen.ended).toBe(1);
  });
});
