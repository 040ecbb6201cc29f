import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hangMs, type RunOptions, run } from './processes.ts';
import { createWatchdog } from './watchdog.ts';

const minuteMs = 60_000;

describe('the watchdog', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('does not stop a slow suite that prints at least every ten minutes', () => {
    const onSilence = vi.fn<() => void>();
    const watchdog = createWatchdog(hangMs, onSilence);
    for (let minute = 0; minute < 600; minute += 9) {
      vi.advanceTimersByTime(9 * minuteMs);
      watchdog.reset();
    }
    watchdog.stop();
    vi.advanceTimersByTime(600 * minuteMs);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it('reports a suite that prints nothing for ten minutes, and only once', () => {
    const onSilence = vi.fn<() => void>();
    createWatchdog(hangMs, onSilence);
    vi.advanceTimersByTime(10 * minuteMs - 1);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60 * minuteMs);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });
});

const node = (script: string, options: RunOptions = {}) =>
  run(process.execPath, ['-e', script], { output: 'capture', ...options });

/** Treats the first output as ten minutes of silence, so that the test does not depend on time. */
const watchFirstOutput: typeof createWatchdog = (_limitMs, onSilence) => ({ reset: onSilence, stop: () => {} });

describe('running a command', () => {
  it('returns the output and the exit code', async () => {
    expect(await node('console.log("one"); console.error("two"); process.exit(3)')).toEqual({
      code: 3,
      output: expect.stringMatching(/one\n[^]*two\n|two\n[^]*one\n/),
      isHung: false,
    });
  });

  it('kills a hung command together with its child processes', async () => {
    const grandchild = 'setInterval(() => {}, 1000)';
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'ignore' });
      console.log(child.pid);
      ${grandchild};
    `;
    const { isHung, output, code } = await node(script, { watch: watchFirstOutput });
    expect(isHung).toBe(true);
    expect(code).not.toBe(0);
    const pid = Number(output);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'is ended with its command by %s, also if it shares the terminal',
    async (signal) => {
      const child = `process.stdout.write(String(process.pid)); setInterval(() => {}, 1000)`;
      const script = `
      const { endChildrenOnExit, run } = await import(${JSON.stringify(new URL('./processes.ts', import.meta.url).href)});
      endChildrenOnExit();
      await run(process.execPath, ['-e', ${JSON.stringify(child)}], { output: 'inherit' });
    `;
      const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [printed]: unknown[] = await once(parent.stdout, 'data');
      const pid = Number(String(printed));
      expect(isAlive(pid)).toBe(true);
      parent.kill(signal);
      await once(parent, 'exit');
      await expect.poll(() => isAlive(pid)).toBe(false);
    },
  );

  it('reports a command that does not exist as failed', async () => {
    expect(await run('no-such-command', [], { output: 'capture' })).toMatchObject({ code: 127, isHung: false });
  });
});

/** A killed process may stay as a zombie until its new parent reads its exit code; a zombie has no command line. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return process.platform !== 'linux';
  }
}
