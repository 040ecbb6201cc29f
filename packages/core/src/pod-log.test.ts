import { expect, test } from 'vitest';
import { InvalidResponseError } from './errors.ts';
import { podLogLines } from './pod-log.ts';

async function* sent(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function read(...texts: string[]) {
  const groups = [];
  for await (const lines of podLogLines(sent(...texts))) groups.push(lines);
  return groups;
}

const line = (text: string) => ({ at: null, text });

test('lines arrive in the groups in which they were sent, also when a chunk ends within a line or is empty', async () => {
  const end = { end: 'complete' };
  expect(
    await read(
      `${JSON.stringify(line('a'))}\n\n${JSON.stringify(line('b'))}\n{"at":"2026-01-01T00:00:00Z",`,
      '"text":"c"}\n',
      '\n',
      `${JSON.stringify(end)}\n`,
    ),
  ).toEqual([[line('a'), line('b')], [{ at: '2026-01-01T00:00:00Z', text: 'c' }], [], [end]]);
});

test.each([
  ['breaks off', `${JSON.stringify(line('a'))}\n`],
  ['is no JSON', 'hello\n'],
  ['has other fields', '{"line":"a"}\n'],
])('a log that %s is an error', async (_, text) => {
  await expect(read(text)).rejects.toThrow(InvalidResponseError);
});
