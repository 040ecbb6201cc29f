import { type App, createApp, type Logger } from '@trimtab/server';
import { pastUsage } from './past-usage.ts';
import type { SmallWorld } from './ports.ts';

export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

export type Client = {
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  send(request: Request): Promise<Answer>;
};

const quiet: Logger = () => undefined;

/** A client that calls the app of a small world with requests. */
export function aClient(world: SmallWorld, logger: Logger = quiet): Client {
  const app: App = createApp({ history: pastUsage(world), ...world.deps, logger, version: '1.2.3' });
  const send = async (request: Request): Promise<Answer> => {
    const response = await app(request);
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  };
  return {
    send,
    get: (path) => send(new Request(`http://api.test${path}`)),
    post: (path, body) =>
      send(
        new Request(`http://api.test${path}`, {
          method: 'POST',
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        }),
      ),
  };
}
