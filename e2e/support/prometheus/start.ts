import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../scripts/provision/executable.ts';
import { freePort } from '../free-port.ts';

export type RunningPrometheus = {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends the process and keeps its samples. */
  readonly halt: () => Promise<void>;
  /** Stops the process without ending it, so that it accepts connections and does not answer; or lets it go on. */
  readonly freeze: (isFrozen: boolean) => void;
  /** Starts it again at the same address. */
  readonly restart: () => Promise<void>;
  /** Evaluates the recording rules of a file for times in seconds, as if they had been there, and starts again. */
  readonly record: (file: string, start: number, end: number) => Promise<void>;
};

/** The unprivileged user and group that Debian and most others reserve. */
const nobody = 65_534;
const readyMs = 120_000;

/** The path of Prometheus: `PROMETHEUS_BIN`, else the first on PATH, else null. */
export const findPrometheus = (): string | null => findProgram('PROMETHEUS_BIN', 'prometheus');

/** The path of VictoriaMetrics (single node): `VICTORIA_METRICS_BIN`, else the first on PATH, else null. */
export const findVictoriaMetrics = (): string | null => findProgram('VICTORIA_METRICS_BIN', 'victoria-metrics');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Words = (folder: string, data: string, address: string) => readonly string[];

const prometheusWords: Words = (folder, data, address) => [
  `--config.file=${join(folder, 'prometheus.yml')}`,
  `--storage.tsdb.path=${data}`,
  '--storage.tsdb.retention.time=400d',
  `--web.listen-address=${address}`,
  '--web.enable-remote-write-receiver',
  '--log.level=warn',
];

const victoriaWords: Words = (_, data, address) => [
  `-storageDataPath=${data}`,
  `-httpListenAddr=${address}`,
  '-retentionPeriod=400d',
  '-search.latencyOffset=0s',
  '-loggerLevel=ERROR',
];

async function launch(binary: string, wordsOf: Words, demote: boolean, config: string): Promise<RunningPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-prometheus-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  if (demote) for (const path of [folder, data]) chownSync(path, nobody, nobody);
  const account = { cwd: folder, ...(demote ? { uid: nobody, gid: nobody } : {}) };

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => startServer(binary, account, wordsOf(folder, data, `127.0.0.1:${port}`), url);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let running: Awaited<ReturnType<typeof start>>;
  try {
    running = await start();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    url,
    stop: async () => {
      await running.stop();
      remove();
    },
    halt: () => running.stop(),
    freeze: (isFrozen) => running.freeze(isFrozen),
    restart: async () => {
      running = await start();
    },
    record: async (file, from, to) => {
      await untilStored(url, to);
      const rules = join(folder, 'rules.yml');
      copyFileSync(file, rules);
      chmodSync(rules, 0o644);
      // A running Prometheus compacts and deletes blocks of its folder, so it is stopped before it gets the new ones.
      const made = join(folder, 'made');
      const range = [`--start=${from}`, `--end=${to}`, `--url=${url}`, `--output-dir=${made}`, '--eval-interval=5m'];
      const words = ['tsdb', 'create-blocks-from', 'rules', ...range, rules];
      const { stderr } = await promisify(execFile)(join(dirname(binary), 'promtool'), words, account);
      await running.stop();
      for (const name of readdirSync(made)) renameSync(join(made, name), join(data, name));
      running = await start();
      const missing = await notRecorded(url, file, from, to);
      if (missing.length > 0) throw new Error(`Not recorded: ${missing.join(', ')}. promtool printed: ${stderr}`);
    },
  };
}

/**
 * Compares the recorded series of each rule in the file with the expression of the rule. Returns the rules whose numbers of
 * series differ at any time of the range. `from` and `to` are in Unix seconds.
 */
async function notRecorded(url: string, file: string, from: number, to: number): Promise<readonly string[]> {
  const ask = async (path: string, parameters: Readonly<Record<string, string>>) =>
    (await fetch(`${url}/api/v1/${path}`, { method: 'POST', body: new URLSearchParams(parameters) })).text();
  const text = readFileSync(file, 'utf8');
  const step = 60 * Number(/interval: (\d+)m/.exec(text)?.[1] ?? 5);
  const checks = [...text.matchAll(/record: (\S+)\n\s*expr: (.+)/g)].map(async ([, name = '', expression = '']) => {
    // promtool evaluates a rule once in each interval, and its offset in the interval differs from run to run.
    const newest = `max(max_over_time(timestamp(${name})[${step}s:60s]))`;
    const last = await ask('query', { query: newest, time: `${to}` });
    const end = Number(/"value":\[[\d.]+,"([\d.]+)"\]/.exec(last)?.[1] ?? to);
    const start = from + ((end - from) % step);
    const countsOf = async (query: string): Promise<readonly string[]> => {
      const range = { query: `count(${query})`, start: `${start}`, end: `${end}`, step: `${step}` };
      return (await ask('query_range', range)).match(/\[[\d.]+,"\d+"\]/g) ?? [];
    };
    const [recorded, expected] = await Promise.all([countsOf(`last_over_time(${name}[60s])`), countsOf(expression)]);
    const unlike = expected.filter((each) => !recorded.includes(each)).length;
    return unlike === 0 ? [] : [`${name} at ${unlike} of ${expected.length} times`];
  });
  return (await Promise.all(checks)).flat();
}

/** Waits until all samples up to a time are in blocks. Prometheus ignores those in its log that are older than the newest block. */
async function untilStored(url: string, seconds: number): Promise<void> {
  for (const signal = AbortSignal.timeout(readyMs); ; signal.throwIfAborted()) {
    const metrics = await (await fetch(`${url}/metrics`, { signal })).text();
    if (Number(/^prometheus_tsdb_head_min_time_seconds (.*)$/m.exec(metrics)?.[1]) >= seconds) return;
    await pause(100);
  }
}

async function startServer(
  binary: string,
  account: { readonly cwd: string; readonly uid?: number; readonly gid?: number },
  words: readonly string[],
  url: string,
): Promise<{ readonly stop: () => Promise<void>; readonly freeze: (isFrozen: boolean) => void }> {
  // With fewer garbage collections it needs a fifth less processor time.
  const env = { ...process.env, GOGC: '400' };
  const child = spawn(binary, words, { stdio: ['ignore', 'ignore', 'pipe'], env, ...account });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log = (log + chunk).slice(-4000);
  });
  const state = { ended: false };
  const end = new Promise<void>((resolve) => {
    const done = () => {
      state.ended = true;
      resolve();
    };
    child.once('exit', done);
    child.once('error', (error) => {
      log += error.message;
      done();
    });
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);

  const stop = async () => {
    process.removeListener('exit', kill);
    if (!state.ended) child.kill('SIGTERM');
    const killTimer = setTimeout(kill, 60_000);
    await end;
    clearTimeout(killTimer);
  };

  const deadline = Date.now() + readyMs;
  while (!state.ended && Date.now() < deadline) {
    const ready = await fetch(`${url}/-/ready`).catch(() => null);
    await ready?.body?.cancel();
    if (ready?.ok) return { stop, freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT') };
    await pause(50);
  }
  await stop();
  throw new Error(`Prometheus did not start. Its log: ${log.trim() || 'empty'}`);
}

/** Starts an empty Prometheus on a free port of 127.0.0.1 that accepts remote writes. `config` is the content of its configuration file (YAML). */
export async function startPrometheus(config = 'global: {}\n'): Promise<RunningPrometheus> {
  const binary = findPrometheus();
  if (!binary) {
    throw new Error('There is no Prometheus on PATH: install it (apt-get install prometheus) or set PROMETHEUS_BIN.');
  }
  return await startAny(binary, prometheusWords, config);
}

/** Starts an empty VictoriaMetrics in the same way. Written samples appear a second later, or after `flush`. */
export async function startVictoriaMetrics() {
  const binary = findVictoriaMetrics();
  if (!binary) throw new Error('There is no VictoriaMetrics on PATH: install it or set VICTORIA_METRICS_BIN.');
  const { url, stop } = await startAny(binary, victoriaWords, '');
  return { url, stop, flush: async () => void (await fetch(`${url}/internal/force_flush`)) };
}

async function startAny(binary: string, words: Words, config: string): Promise<RunningPrometheus> {
  // Tests in a container often run as root. The server then runs as another user, if the system allows that.
  const root = process.getuid?.() === 0;
  try {
    return await launch(binary, words, root, config);
  } catch {
    // Another process may have taken the free port, or the unprivileged user cannot read the binary, because the
    // checkout is in the home folder of root.
    return await launch(binary, words, false, config);
  }
}
