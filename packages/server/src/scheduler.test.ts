import { aGate } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { createScheduler } from './scheduler.ts';

describe('the scheduler', () => {
  it('runs work repeatedly, never in parallel with itself, also after a failure', async () => {
    const logged: string[] = [];
    const scheduler = createScheduler((_level, event, fields) => logged.push(`${event} ${JSON.stringify(fields)}`));
    const [third, failure] = [aGate(), new Error('the disk is full')];
    let [runs, atOnce] = [0, 0];
    scheduler.every(1, 'counting', async () => {
      runs += 1;
      atOnce += 1;
      expect(atOnce).toBe(1);
      if (runs === 3) third.open();
      await Promise.resolve();
      atOnce -= 1;
      if (runs === 1) throw failure;
    });
    await third.opened;
    await scheduler.stop();
    expect(logged).toEqual(['background work failed {"work":"counting","error":{}}']);
  });

  it('stops immediately while it waits, otherwise after running work has ended', async () => {
    const scheduler = createScheduler(() => undefined);
    const [started, waiting] = [aGate(), aGate()];
    let ended = false;
    scheduler.every(3_600_000, 'waiting', async () => waiting.open());
    scheduler.every(1, 'working', async (signal) => {
      started.open();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      ended = true;
    });
    await Promise.all([started.opened, waiting.opened]);
    await scheduler.stop();
    expect(ended).toBe(true);
  });
});
