import { spawnSync } from 'node:child_process';
import type { ArchiveFile } from '@trimtab/core/tar';
import { untar } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { tarGzipStream } from './tar-stream.ts';

const options = { modifiedAt: Date.parse('2026-01-31T12:00:00Z'), left: () => undefined };
const file = (path: string, content: string): ArchiveFile => ({ path, content: new TextEncoder().encode(content) });

async function* each(...files: ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  yield* files;
}

async function* broken(): AsyncGenerator<ArchiveFile> {
  yield file('a.json', 'x'.repeat(100_000));
  throw new Error('The source went away.');
}

const long = `diagnostics/${'n'.repeat(63)}/${'w'.repeat(253)}/spec.json`;

describe('an archive', () => {
  it('can be read by tar, with paths of any length', async () => {
    const stream = tarGzipStream(each(file('a/b.json', '{}\n'), file(long, 'é'), file('c', 'x'.repeat(512))), options);
    const input = new Uint8Array(await new Response(stream).arrayBuffer());
    const list = spawnSync('tar', ['-tvz', '--utc', '--full-time', '-f', '-'], { input, encoding: 'utf8' });
    expect(list.stderr).toBe('');
    expect(list.stdout.trim().split('\n')).toEqual([
      '-rw-r--r-- 0/0               3 2026-01-31 12:00:00 a/b.json',
      `-rw-r--r-- 0/0               2 2026-01-31 12:00:00 ${long}`,
      '-rw-r--r-- 0/0             512 2026-01-31 12:00:00 c',
    ]);
    const out = spawnSync('tar', ['-xzO', '-f', '-', long], { input, encoding: 'utf8' });
    expect(out.stdout).toBe('é');
  });

  it('differs from a truncated one', async () => {
    await expect(untar(tarGzipStream(broken(), options))).rejects.toThrow('The source went away.');
  });

  it('is created only as far as it is read', async () => {
    let made = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<ArchiveFile> {
      try {
        for (;;) {
          made += 1;
          // Random bytes cannot be compressed, so they fill every buffer of the stream.
          yield { path: `f${made}`, content: crypto.getRandomValues(new Uint8Array(65_536)) };
        }
      } finally {
        ended = true;
      }
    }
    let left = 0;
    const reader = tarGzipStream(endless(), { ...options, left: () => (left += 1) }).getReader();
    for (let read = 0; read < 4; read += 1) await reader.read();
    // Long enough for a stream that reads ahead.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBeLessThan(20);
    await reader.cancel();
    await expect.poll(() => ended).toBe(true);
    expect(left).toBe(1);
  });
});
