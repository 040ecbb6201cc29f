import { createClient } from '@trimtab/core';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { enhancedTargetsQuery } from './enhanced-targets.ts';
import { pass } from './queries-gate.ts';

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
  const held = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const visible = held.map(({ promise }) => pass(still, () => promise));
  const walk = new QueryClient().fetchQuery(enhancedTargetsQuery(client, 20));
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  held[0]?.resolve();
  expect(await walk).toMatchObject({ isComplete: true });
  expect(asked).toEqual(['0', '10']);
  for (const { resolve } of held) resolve();
  await Promise.all(visible);
});
