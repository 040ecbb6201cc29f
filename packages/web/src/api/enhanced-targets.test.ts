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

it('reads pages of the size that the server names', async () => {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'http://api',
    detailedPageSize: 25,
    fetch: async (url) => {
      asked.push(new URL(url).search);
      return Response.json({ items: [], total: 30, itemsEnhanced: [] });
    },
  });
  await new QueryClient().fetchQuery(enhancedTargetsQuery(client, 30));
  expect(asked).toEqual(['?enhancedItems=true&limit=25&offset=0', '?enhancedItems=true&limit=25&offset=25']);
});

it('reads the rest of a page that the server caps', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `web-${index}`);
  const asked: number[] = [];
  const client = createClient({
    baseUrl: 'http://api',
    fetch: async (url) => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      asked.push(offset);
      const items = names.slice(offset, offset + 4).map((name) => ({ namespace: 'shop', name, spec: {} }));
      const target = { current_replicas: 1, containers: [] };
      const itemsEnhanced = items.map((aiscaletarget) => ({ target, aiscaletarget }));
      return Response.json({ items, itemsEnhanced, total: names.length });
    },
  });
  await new QueryClient().fetchQuery(enhancedTargetsQuery(client, names.length));
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 4, 8, 10]);
});
