import { simulatedPorts } from '@trimtab/fixtures';
import { createApp } from '@trimtab/server';

/** Cost of the home page's calls in the API app, without the console. */
export type HomePageCost = {
  /** Milliseconds until the last response, including opening the data set. */
  readonly wall: number;
  readonly open: number;
  readonly answers: readonly { readonly path: string; readonly begun: number; readonly ended: number }[];
};

/** Parallel requests to one origin: the limit of browsers and of the console. */
const maxInFlight = 6;

const chip = (page: number): string => `/v1/ast?enhancedItems=true&limit=10&offset=${10 * page}`;

/**
 * The calls of the console's home page in their order: the target list, the key figures and the first sidebar entries,
 * then the visible tables.
 */
export async function openHomePage(dataSet: string, namespacesOnScreen: number): Promise<HomePageCost> {
  const from = performance.now();
  const since = (): number => performance.now() - from;
  const clock = { now: () => Date.now() };
  const ports = simulatedPorts({ dataSet, clock });
  const app = createApp({ ...ports, clock, logger: () => {}, version: 'bench' });
  const open = since();
  const answers: { path: string; begun: number; ended: number }[] = [];
  const read = async (path: string): Promise<void> => {
    const begun = since();
    const response = await app(new Request(`http://127.0.0.1${path}`));
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    await response.arrayBuffer();
    answers.push({ path, begun, ended: since() });
  };
  await read('/v1/ast?enhancedItems=false&limit=250&offset=0');
  const targets = await ports.store.targets.list();
  const namespaces = [...new Set(targets.map(({ namespace }) => namespace))].slice(0, namespacesOnScreen);
  const chips = targets.length > 250 ? 0 : Math.ceil(targets.length / 10);
  const wanted = [
    '/v1/views/kpis',
    ...Array.from({ length: Math.min(4, chips) }, (_, page) => chip(page)),
    ...namespaces.flatMap((namespace) => {
      const path = `/v1/views/namespaces/${namespace}`;
      const table = (managed: boolean): string => `${path}/asts?managed=${managed}&sort=%2Bname&limit=20&offset=0`;
      return [`${path}/kpis`, table(true), table(false)];
    }),
    ...Array.from({ length: Math.max(0, chips - 4) }, (_, page) => chip(page + 4)),
  ];
  const work = wanted.values();
  const one = async (): Promise<void> => {
    for (const path of work) await read(path);
  };
  await Promise.all(Array.from({ length: maxInFlight }, one));
  return { wall: since(), open, answers };
}
