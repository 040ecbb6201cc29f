import { QueryClient } from '@tanstack/react-query';
import { createClient } from '@trimtab/core';
import { expect, it } from 'vitest';
import { enhancedTargetsQuery } from './enhanced-targets.ts';
import { pass } from './request-queue.ts';

const still = new AbortController().signal;

it('waits for what is visible, and shares its six places (H5)', async () => {
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
    pass(still, () => new Promise<void>((resolve) => free.push(resolve))),
  );
  const walk = new QueryClient().fetchQuery(enhancedTargetsQuery(client, 20));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  free.shift()?.();
  expect(await walk).toMatchObject({ isComplete: true });
  expect(asked).toEqual(['0', '10']);
  for (const resolve of free) resolve();
  await Promise.all(visible);
});
