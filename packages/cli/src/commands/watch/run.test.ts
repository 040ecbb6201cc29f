import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, environment, shell } from '../../testing/built.ts';
import { serveDataSet } from '../../testing/loopback.ts';
import { serveShop } from '../../testing/shop.ts';

let built: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  built = await buildProgram();
}, 60_000);
afterAll(() => built.remove());

interface Step {
  /** What must be on the screen, since the step before. */
  sees: string;
  does: string | ((pid: number) => void);
}

/** Drives a whole-screen program in a pseudo-terminal of 80 by 24: each step waits for its text, then types. */
function drive(line: string, api: string, steps: readonly Step[]): Promise<{ code: number | null; screen: string }> {
  return new Promise((resolve) => {
    const command = `stty cols 80 rows 24; echo "pid $$"; exec "${process.execPath}" "${built.program}" ${line}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment({ TRIMTAB_API: api }) });
    const waiting = [...steps];
    let screen = '';
    let from = 0;
    child.stdout.on('data', (chunk) => {
      screen += String(chunk);
      const [step] = waiting;
      if (step === undefined || !screen.slice(from).includes(step.sees)) return;
      waiting.shift();
      from = screen.length;
      if (typeof step.does === 'string') child.stdin.write(step.does);
      else step.does(Number(/pid (\d+)/.exec(screen)?.[1]));
    });
    child.on('close', (code) => resolve({ code, screen }));
  });
}

const LEAVES_SCREEN = '\u001b[?1049l';
const SHOWS_CURSOR = '\u001b[?25h';

test.runIf(process.platform === 'linux')(
  'watch on a real terminal: arrows, sort, filter, detail, and the way back',
  async () => {
    await using api = await serveDataSet('storefront');
    const { code, screen } = await drive('watch -n storefront', api.url, [
      { sees: '› \u001b[39mbanner-rotator', does: '\u001b[B' },
      { sees: '› \u001b[39mcart', does: 'c' },
      // What is typed fast, or over a slow line, comes in one piece.
      { sees: 'YEARLY ↓', does: '/gift' },
      { sees: 'gift▏', does: '\r' },
      { sees: 'quit', does: '\r' },
      { sees: 'storefront/gift-finder', does: '\u001b' },
      { sees: '› \u001b[39mgift-finder', does: 'q' },
    ]);
    expect(code).toBe(0);
    expect(screen).toContain('\u001b[?1049h');
    expect(screen.lastIndexOf(LEAVES_SCREEN)).toBeGreaterThan(screen.lastIndexOf('gift-finder'));
    expect(screen.lastIndexOf(SHOWS_CURSOR)).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
  },
  30_000,
);

test.runIf(process.platform === 'linux').each([
  ['Ctrl-C', '\u0003', 130],
  ['SIGINT', (pid: number) => void process.kill(pid, 'SIGINT'), 130],
  ['SIGTERM', (pid: number) => void process.kill(pid, 'SIGTERM'), 143],
])('watch gives the terminal back on %s (L8)', async (_name, does, code) => {
  await using api = await serveShop();
  const ended = await drive('watch', api.url, [{ sees: 'payments', does }]);
  expect(ended.screen).toContain(LEAVES_SCREEN);
  expect(ended.screen.lastIndexOf(SHOWS_CURSOR)).toBeGreaterThan(ended.screen.lastIndexOf('\u001b[?25l'));
  expect(ended.code).toBe(code);
});

test('watch in a pipe is refused, and says what prints once', async () => {
  const { code, stdout, stderr } = await shell(built.program, '"$NODE" "$CLI" watch', {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('There is no terminal to watch on.');
});
