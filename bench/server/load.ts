import { Agent, request } from 'node:http';

export type Measured = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses with a status other than 200. They do not count as fast responses. */
  readonly failures: number;
  /** Their number by status; 0: the connection was closed without a response. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly bytes: number;
};

type Answered = { readonly ms: number; readonly status: number; readonly bytes: number };

function askOnce(url: string, agent: Agent): Promise<Answered> {
  const from = performance.now();
  return new Promise((resolve) => {
    const fail = () => resolve({ ms: performance.now() - from, status: 0, bytes: 0 });
    const sent = request(url, { agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ ms: performance.now() - from, status: response.statusCode ?? 0, bytes }));
      response.on('error', fail);
    });
    sent.on('error', fail);
    sent.end();
  });
}

/** Maximum throughput: each of `connections` clients sends its next request as soon as the previous one is answered. */
export async function saturate(url: string, options: { connections: number; seconds: number }): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const answers: Answered[] = [];
  const from = performance.now();
  const until = from + options.seconds * 1_000;
  const client = async () => {
    while (performance.now() < until) answers.push(await askOnce(url, agent));
  };
  await Promise.all(Array.from({ length: options.connections }, client));
  const elapsed = (performance.now() - from) / 1_000;
  agent.destroy();
  return measured(answers, elapsed);
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered. The measured time therefore includes the
 * time a request waits in the queue. A client that waits for each answer would not see it.
 */
export async function atRate(url: string, options: { perSecond: number; seconds: number }): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const total = options.perSecond * options.seconds;
  const from = performance.now();
  const answers = await Promise.all(
    Array.from({ length: total }, async (_, index) => {
      const due = (index * 1_000) / options.perSecond;
      await new Promise((resolve) => setTimeout(resolve, due));
      // Measure from the planned start, so that a delay in this script never makes the server look faster.
      const late = performance.now() - from - due;
      const answer = await askOnce(url, agent);
      return { ...answer, ms: answer.ms + late };
    }),
  );
  const elapsed = (performance.now() - from) / 1_000;
  agent.destroy();
  return measured(answers, elapsed);
}

function measured(answers: readonly Answered[], seconds: number): Measured {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const failed = answers.filter(({ status }) => status !== 200);
  const statuses = new Map<number, number>();
  for (const { status } of failed) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return {
    requestsPerSecond: answers.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures: failed.length,
    statuses,
    bytes: answers[0]?.bytes ?? 0,
  };
}
