import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram, environment, shell } from '../../testing/built.ts';
import { serveForeign } from '../../testing/foreign.ts';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { answerShop, serveShop, shopRows } from '../../testing/shop.ts';

let built: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  built = await buildProgram();
});
afterAll(() => built.remove());

type Step = {
  /** The text to wait for since the previous step. */
  sees: string;
  does: string | ((pid: number) => void);
};

const programLine = (line: string) => `"${process.execPath}" "${built.program}" ${line}`;

/** Drives a program in a pseudo-terminal of 80 by 24: each step waits for its text, then types. */
function drive(line: string, api: string, steps: readonly Step[]): Promise<{ code: number | null; screen: string }> {
  return driveShell(`exec ${programLine(line)}`, api, steps);
}

function driveShell(
  what: string,
  api: string,
  steps: readonly Step[],
): Promise<{ code: number | null; screen: string }> {
  return new Promise((resolve) => {
    const command = `stty cols 80 rows 24; echo "pid $$"; ${what}`;
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

const leavesScreen = '\u001b[?1049l';
const showsCursor = '\u001b[?25h';

test.runIf(process.platform === 'linux')(
  'watch on a real terminal: arrow keys, sort, filter, detail and back',
  async () => {
    await using api = await serveDataSet('storefront');
    const { code, screen } = await drive('watch -n storefront', api.url, [
      { sees: '› \u001b[39mbanner-rotator', does: '\u001b[B' },
      { sees: '› \u001b[39mcart', does: 'c' },
      // Fast typing arrives in one read.
      { sees: 'YEARLY ↓', does: '/gift' },
      { sees: 'gift▏', does: '\r' },
      { sees: 'quit', does: '\r' },
      { sees: 'storefront/gift-finder', does: '\u001b' },
      { sees: '› \u001b[39mgift-finder', does: 'q' },
    ]);
    expect(code).toBe(0);
    expect(screen).toContain('\u001b[?1049h');
    expect(screen.lastIndexOf(leavesScreen)).toBeGreaterThan(screen.lastIndexOf('gift-finder'));
    expect(screen.lastIndexOf(showsCursor)).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
  },
);

test.runIf(process.platform === 'linux').each([
  ['Ctrl-C', '\u0003', 130],
  ['SIGINT', (pid: number) => void process.kill(pid, 'SIGINT'), 130],
  ['SIGTERM', (pid: number) => void process.kill(pid, 'SIGTERM'), 143],
])('watch restores the terminal on %s', async (_name, does, code) => {
  await using api = await serveShop();
  const ended = await drive('watch', api.url, [{ sees: 'payments', does }]);
  expect(ended.screen).toContain(leavesScreen);
  expect(ended.screen.lastIndexOf(showsCursor)).toBeGreaterThan(ended.screen.lastIndexOf('\u001b[?25l'));
  expect(ended.code).toBe(code);
});

test.runIf(process.platform === 'linux')('Ctrl-Z restores the terminal, and fg restores the view', async () => {
  await using api = await serveDataSet('storefront');
  const { code, screen } = await driveShell("PS1='shell> ' exec bash --norc --noprofile -i", api.url, [
    { sees: 'shell> ', does: `${programLine('watch -n storefront')}\r` },
    { sees: '› \u001b[39mbanner-rotator', does: '/cart\r' },
    { sees: '1 found', does: '\u001a' },
    { sees: 'Stopped', does: `stty -a | tr ' ' '\\n' | grep -x icanon && echo co''oked\r` },
    { sees: 'cooked', does: 'fg\r' },
    { sees: '/cart  1 found', does: 'q' },
    { sees: 'shell> ', does: 'exit $?\r' },
  ]);
  expect(code).toBe(0);
  const stopped = screen.indexOf('Stopped');
  expect(screen.slice(0, stopped)).toContain(leavesScreen);
  expect(screen.lastIndexOf(leavesScreen)).toBeGreaterThan(screen.lastIndexOf('\u001b[?1049h'));
});

test.runIf(process.platform === 'linux')('Ctrl-Z without a shell with job control has no effect', async () => {
  await using api = await serveShop();
  const { code } = await drive('watch', api.url, [
    { sees: 'payments', does: '\u001a' },
    { sees: 'payments', does: 'q' },
  ]);
  expect(code).toBe(0);
});

test.runIf(process.platform === 'linux')(
  'while the server is down, the error and the time of the last refresh are shown',
  async () => {
    let readings = 0;
    await using api = await serve((request) => {
      if (request.url.endsWith('/kpis')) readings += 1;
      if (readings === 2) return Response.json({ errors: ['gone fishing'] }, { status: 500 });
      return answerShop(request, readings < 3 ? shopRows : shopRows.map((row) => ({ ...row, name: 'zebra' })));
    });
    const { code, screen } = await drive('watch', api.url, [
      { sees: 'payments', does: 'r' },
      { sees: 'The API answered 500: gone fishing. Retrying every ten seconds.', does: 'r' },
      { sees: 'zebra', does: 'q' },
    ]);
    expect(code).toBe(0);
    expect(screen).toMatch(/as of \d\d:\d\d/);
  },
);

test.runIf(process.platform === 'linux')('all refreshes share the limit of two retries in a minute', async () => {
  let answers = 0;
  await using api = await serve(() => {
    answers += 1;
    // Every sentence differs, so that it is drawn again.
    return Response.json({ errors: [`busy ${answers}`] }, { status: 503 });
  });
  const refreshes = 4;
  const fails = { sees: 'Retrying every ten seconds.', does: 'r' };
  const steps = [...Array.from({ length: refreshes - 1 }, () => fails), { ...fails, does: 'q' }];
  const { code } = await drive('watch', api.url, steps);
  const callsOfARefresh = 2;
  expect(code).toBe(0);
  expect(answers).toBeGreaterThan(refreshes);
  expect(answers).toBeLessThanOrEqual(refreshes * callsOfARefresh + 2);
});

test.runIf(process.platform === 'linux')('watch says that figures are being computed or missing', async () => {
  let readings = 0;
  await using api = await serve((request) => {
    if (!request.url.endsWith('/shop/kpis')) return answerShop(request);
    readings += 1;
    const waste = { id: 'yearly_waste', label: 'Yearly Waste', value: 5 };
    // Before its first reading, the view looks whether the namespace exists.
    return readings < 3
      ? Response.json({ data: { items: [waste], computing: true } })
      : Response.json({ data: { items: [{ ...waste, tooltip: '7 of 49 targets have no known figure.' }] } });
  });
  const { code } = await drive('watch -n shop', api.url, [
    { sees: 'Some figures are still being computed.', does: 'r' },
    { sees: 'Yearly Waste: 7 of 49 targets have no known figure.', does: 'q' },
  ]);
  expect(code).toBe(0);
});

test.runIf(process.platform === 'linux')('a slash in a name does not open another target', async () => {
  await using api = await serveShop(shopRows.map((row) => ({ ...row, namespace: 'a/b' })));
  const { code } = await drive('watch', api.url, [
    { sees: 'payments', does: '\r' },
    { sees: 'Esc back', does: 'q' },
  ]);
  expect(code).toBe(0);
  expect(api.seen).toContain('GET /v1/ast/a%2Fb/cart');
});

test.runIf(process.platform === 'linux').each(['watch', 'watch -n shop,billing'])(
  '%s works with a server of another vendor',
  async (line) => {
    await using api = await serveForeign();
    const { code, screen } = await drive(line, api.url, [
      { sees: 'invoices', does: '\r' },
      { sees: 'Esc back', does: 'q' },
    ]);
    expect({ code, refused: api.refused }).toEqual({ code: 0, refused: [] });
    expect(screen).toContain('cart');
  },
);

test.runIf(process.platform === 'linux')('watch is refused in CI, even on a terminal', async () => {
  const { code, screen } = await driveShell(`CI=true exec ${programLine('watch')}`, 'http://127.0.0.1:1', []);
  expect(code).toBe(2);
  expect(screen).toContain('The live view needs a terminal.');
});

test.runIf(process.platform === 'linux')('watch is refused on a terminal that cannot move the cursor', async () => {
  const { code, screen } = await driveShell(`TERM=dumb exec ${programLine('watch')}`, 'http://127.0.0.1:1', []);
  expect(code).toBe(2);
  expect(screen.replaceAll(/\s+/g, ' ')).toContain('cannot be drawn on this terminal, because TERM is dumb.');
});

test('watch in a pipe is refused and names the commands that print once', async () => {
  const { code, stdout, stderr } = await shell(built.program, '"$NODE" "$CLI" watch', {});
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('The live view needs a terminal.');
});
