import { describe, expect, it } from 'vitest';
import { logLines } from './log-lines.ts';

async function read(chunks: readonly (string | Uint8Array)[], mostBytes = 2 ** 20) {
  const bytes = (async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  })();
  const groups = [];
  for await (const group of logLines(bytes, mostBytes)) groups.push(group);
  return groups;
}

const complete = { end: 'complete' };

describe('the lines of a log', () => {
  it('have their time apart, and arrive in the groups in which they were read', async () => {
    expect(
      await read(['2026-11-22T10:00:00.123456789Z one\n2026-11-22T10:00:01Z two\n2026-1', '1-22T10:00:02Z  three\n']),
    ).toEqual([
      [
        { at: '2026-11-22T10:00:00.123456789Z', text: 'one' },
        { at: '2026-11-22T10:00:01Z', text: 'two' },
      ],
      [{ at: '2026-11-22T10:00:02Z', text: ' three' }],
      [complete],
    ]);
  });

  it('may have no time, as those of the node, and the last one may lack its end', async () => {
    expect(await read(['unable to retrieve container logs\nrest'])).toEqual([
      [{ at: null, text: 'unable to retrieve container logs' }],
      [{ at: null, text: 'rest' }],
      [complete],
    ]);
    expect(await read([])).toEqual([[complete]]);
  });

  it('keep characters that two chunks divide, and lose codes for colors and carriage returns', async () => {
    const [a, b] = [new Uint8Array([0xc3]), new Uint8Array([0xa9, 0x0a])];
    expect(await read([a, b])).toEqual([[{ at: null, text: 'é' }], [complete]]);
    expect(await read(['\u001b[1;32mINFO\u001b[0m ok\r\n'])).toEqual([[{ at: null, text: 'INFO ok' }], [complete]]);
  });

  it('are cut when they are long, and say by how much', async () => {
    const piece = 'x'.repeat(10_000);
    const [lines] = await read([piece, piece, `${piece}\nshort\n`]);
    expect(lines).toEqual([
      { at: null, text: `${'x'.repeat(16_384)} … (13616 more characters)` },
      { at: null, text: 'short' },
    ]);
  });

  it('end with a reason when the log is longer than one answer', async () => {
    const mebibyte = `${'x'.repeat(1023)}\n`.repeat(1024);
    const groups = await read([mebibyte, mebibyte, mebibyte], 2 * 2 ** 20);
    expect(groups.flat().filter((line) => 'text' in line)).toHaveLength(2048);
    expect(groups.at(-1)).toEqual([
      { end: 'limit', reason: 'The log is longer than the 2 MiB of one answer. The rest is missing.' },
    ]);
  });

  it('have no secrets of a known form, also none that several lines make up', async () => {
    const key = `${'A'.repeat(64)}\n${'B'.repeat(20)}`;
    const text = `-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----\nready\n${'C'.repeat(64)}\n`;
    const lines = (await read([text])).flat().flatMap((line) => ('text' in line ? line.text : []));
    expect(lines).toEqual([...Array.from({ length: 4 }, () => '[redacted]'), 'ready', '[redacted]']);
  });
});
