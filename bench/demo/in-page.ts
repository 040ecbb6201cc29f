import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { build } from 'vite';
import type { HomePageCost } from './home-page.ts';
import { mainThread } from './main-thread.ts';

/** Bundles the API app without the console into one script, with the settings of the demo's own bundle. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: join(import.meta.dirname, 'page.ts'), output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : [];
  const [script] = outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : []));
  if (script === undefined) throw new Error('The page could not be bundled.');
  return script;
}

/** An empty page that loads the script. */
export async function servePage(): Promise<{ readonly url: string; readonly close: () => void }> {
  const script = await bundle();
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>bench</title><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

export type Alone = { readonly wallMs: number; readonly cpuMs: number; readonly answers: number };

/**
 * Wait this long before measuring, because a browser that has just started keeps both cores of a small machine busy.
 */
const settledMs = 1_000;

/** A cold first visit: new profile, new page, no compiled code. */
export async function openAlone(
  browser: Browser,
  url: string,
  asked: { readonly dataSet: string; readonly namespaces: number },
): Promise<Alone> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForTimeout(settledMs);
    const cpu = await mainThread(page);
    const before = await cpu();
    const call = `openHomePage(${JSON.stringify(asked.dataSet)}, ${asked.namespaces})`;
    const { wall, answers } = await page.evaluate<HomePageCost>(call);
    return { wallMs: wall, cpuMs: (await cpu()) - before, answers: answers.length };
  } finally {
    await context.close();
  }
}
