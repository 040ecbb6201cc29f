import { createServer, request as httpRequest, type Server } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtServer, type Program, type RunningServer, startProgram } from '../server.ts';

/** Replicas of the built server on one database, behind a proxy that gives each request to the next one that is ready. */
export type Fleet = {
  /** The address of the proxy. */
  readonly url: string;
  /** The addresses of the replicas that run now. */
  readonly addresses: () => readonly string[];
  /**
   * Ends a replica as `kill -9` does, and starts another one in its place, again if it cannot reach the database.
   * Resolves when that one is ready.
   */
  readonly replace: (index: number) => Promise<void>;
  readonly kill: (index: number) => Promise<void>;
  /**
   * Stops a replica with SIGTERM, and then starts the built server of the checkout in its place. Resolves to the exit code
   * of the stopped one when the new one is ready.
   */
  readonly roll: (index: number) => Promise<number | null>;
  /** What all replicas have logged. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

const mostStarts = 20;
/** How often the proxy asks each replica whether it is ready. */
const probeMs = 200;

/** `first`: the script of the server that runs until `roll` replaces it by the built server of the checkout. */
export async function startFleet(
  replicas: number,
  args: readonly string[],
  { first }: { readonly first?: string | undefined } = {},
): Promise<Fleet> {
  const programs = Array.from({ length: replicas }, () => builtServer(first));
  const running: (RunningServer | null)[] = await Promise.all(
    programs.map((program) => startProgram(program, ...args)),
  );
  const addresses = () => running.flatMap((one) => (one === null ? [] : [one.url]));
  const all = running.flatMap((one) => one ?? []);
  const probed = probe(addresses);
  const { proxy, url } = await startProxy(probed.ready);
  let failedStarts = '';
  const startAgain = async (program: Program): Promise<RunningServer> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startProgram(program, ...args);
      } catch (error) {
        if (attempt === mostStarts || !(error instanceof Error)) throw error;
        failedStarts += `${error.message}\n`;
      }
    }
  };
  const start = async (index: number): Promise<void> => {
    const next = await startAgain(programs[index] ?? builtServer());
    all.push(next);
    running[index] = next;
  };
  const kill = async (index: number): Promise<void> => {
    const one = running[index];
    running[index] = null;
    if (one?.pid === undefined) return;
    try {
      process.kill(one.pid, 'SIGKILL');
    } catch {
      throw new Error(`A replica had ended by itself: ${one.output().stderr}`);
    }
    await one.ended;
  };
  return {
    url,
    addresses,
    kill,
    log: () => failedStarts + all.map((one) => one.output().stderr).join(''),
    async replace(index) {
      await kill(index);
      await start(index);
    },
    async roll(index) {
      const one = running[index];
      if (one?.pid === undefined) throw new Error(`There is no replica ${index}.`);
      process.kill(one.pid, 'SIGTERM');
      const code = await one.ended;
      programs[index] = builtServer();
      await start(index);
      return code;
    },
    async stop() {
      await probed.stop();
      proxy.close();
      proxy.closeAllConnections();
      await Promise.all(running.flatMap((one) => one?.stop() ?? []));
    },
  };
}

/** Asks all replicas again and again which of them are ready, as a load balancer does. */
function probe(addresses: () => readonly string[]) {
  const unready = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const probeOne = async (address: string): Promise<void> => {
    const isReady = await fetch(`${address}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) unready.delete(address);
    else unready.add(address);
  };
  const probeAll = async (): Promise<void> => {
    while (!signal.aborted) {
      await Promise.all(addresses().map(probeOne));
      await sleep(probeMs);
    }
  };
  const ended = probeAll();
  return {
    /** All of them if none is ready. */
    ready: () => {
      const ready = addresses().filter((address) => !unready.has(address));
      return ready.length === 0 ? addresses() : ready;
    },
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Answers 502 if the replica cannot be reached, and breaks off if it ends in the middle of an answer. */
async function startProxy(addresses: () => readonly string[]): Promise<{ proxy: Server; url: string }> {
  let turn = 0;
  const proxy = createServer((incoming, outgoing) => {
    const known = addresses();
    turn += 1;
    const target = known[turn % known.length];
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end());
    if (target === undefined) return fail();
    const { method, headers, url } = incoming;
    const forwarded = httpRequest(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', fail).pipe(outgoing);
    });
    outgoing.on('close', () => forwarded.destroy());
    incoming.on('error', fail).pipe(forwarded.on('error', fail));
    return undefined;
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const place = proxy.address();
  if (place === null || typeof place === 'string') throw new Error('The proxy has no port.');
  return { proxy, url: `http://127.0.0.1:${place.port}` };
}
