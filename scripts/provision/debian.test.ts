import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putInPlace } from './debian.ts';
import { isExecutable } from './executable.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trimtab-unpack-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Stands in for `apt-get download` and `dpkg-deb -x`, which need the network. */
const unpacks = (program: string) => (folder: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'program'), program, { mode: 0o755 });
  return Promise.resolve('unpacked');
};
const findsNothing = () => Promise.resolve('E: Unable to locate package tool');
const exits = (code: number) => `#!/bin/sh\necho "it ended with ${code}"\nexit ${code}\n`;
const program = (folder: string) => join(folder, 'program');

describe('unpacking a program into .cache', () => {
  it('puts a program that runs in its place', async () => {
    const folder = join(root, 'cache/tool');
    expect(await putInPlace({ folder, unpack: unpacks(exits(0)), program })).toBeNull();
    expect(isExecutable(program(folder))).toBe(true);
    expect(readdirSync(dirname(folder))).toEqual(['tool']);
  });

  it('leaves nothing behind if the program does not run, so that the next run does not use it', async () => {
    const folder = join(root, 'cache/tool');
    expect(await putInPlace({ folder, unpack: unpacks(exits(127)), program })).toEqual({
      why: 'it does not run on this machine',
      output: 'it ended with 127\n',
    });
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(dirname(folder))).toEqual([]);
  });

  it('replaces what an interrupted run has left', async () => {
    const folder = join(root, 'cache/tool');
    await unpacks(exits(1))(folder);
    expect(await putInPlace({ folder, unpack: unpacks(exits(0)), program })).toBeNull();
    expect(await putInPlace({ folder, unpack: unpacks(exits(0)), program })).toBeNull();
  });

  it('says so if the package has no such program', async () => {
    const folder = join(root, 'cache/tool');
    expect(await putInPlace({ folder, unpack: findsNothing, program })).toEqual({
      why: "Debian's package could not be unpacked",
      output: 'E: Unable to locate package tool',
    });
  });
});
