import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

/** A task that runs until the test releases it. */
function openTask(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = () => {
    started.push(name);
    return promise;
  };
  return { task, release: resolve };
}

describe('createLimiter', () => {
  it('runs at most `limit` tasks at a time, in their order', async () => {
    const limiter = createLimiter(2);
    const started: string[] = [];
    const tasks = ['a', 'b', 'c'].map((name) => openTask(started, name));
    const runs = tasks.map(({ task }) => limiter(task));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    tasks[1]?.release();
    await runs[1];
    await Promise.resolve();
    expect(started).toEqual(['a', 'b', 'c']);
    tasks.forEach(({ release }) => release());
    await Promise.all(runs);
  });

  it('starts urgent tasks before the others that wait', async () => {
    const limiter = createLimiter(1);
    const started: string[] = [];
    const task = (name: string) => async () => void started.push(name);
    await Promise.all([
      limiter(task('running')),
      limiter(task('first')),
      limiter(task('second')),
      limiter(task('urgent'), { urgent: true }),
    ]);
    expect(started).toEqual(['running', 'urgent', 'first', 'second']);
  });

  it('starts the next task after one has failed', async () => {
    const limiter = createLimiter(1);
    await expect(limiter(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limiter(async () => 'next')).resolves.toBe('next');
  });

  it('drops a waiting task whose signal aborts, and rejects if it is aborted before', async () => {
    const limiter = createLimiter(1);
    const started: string[] = [];
    const running = openTask(started, 'running');
    const first = limiter(running.task);
    const caller = new AbortController();
    const waiting = limiter(async () => void started.push('waiting'), { signal: caller.signal });
    caller.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await expect(limiter(async () => 1, { signal: caller.signal })).rejects.toThrow('left');
    running.release();
    await first;
    await limiter(async () => void started.push('last'));
    expect(started).toEqual(['running', 'last']);
  });
});
