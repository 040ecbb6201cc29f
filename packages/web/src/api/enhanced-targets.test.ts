import { QueryClient } from '@tanstack/react-query';
import { createClient } from '@trimtab/core';
import { expect, it } from 'vitest';
import { enhancedTargetsQuery } from './enhanced-targets.ts';
import { enqueue } from './request-queue.ts';

const neverAborted = new AbortController().signal;

it('waits while six visible requests fill the queue', async () => {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'http://api',
    fetch: async (url) => {
      asked.push(new URL(url).searchParams.get('offset') ?? '');
      return Response.json({ items: [], total: 20, itemsEnhanced: [] });
    },
  });
  const free: (() => void)[] = [];
  const visible = Array.from({ length: 6 }, () =>
    enqueue(neverAborted, () => new Promise<void>((resolve) => free.push(resolve))),
  );
  const result = new QueryClient().fetchQuery(enhancedTargetsQuery(client, 20));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  free.shift()?.();
  expect(await result).toMatchObject({ isComplete: true });
  expect(asked).toEqual(['0', '10']);
  for (const resolve of free) resolve();
  await Promise.all(visible);
});
