import { type Authenticator, createApp } from '@trimtab/server';
import { limitsOfSubject } from '../../server/src/http/admission.ts';
import { HttpError } from '../../server/src/http/errors.ts';
import type { Answer } from './client.ts';
import type { SmallWorld } from './ports.ts';

/** Accepts two tokens: `reader`, and `operator` with write permission. */
export const byWord: Authenticator = {
  mode: 'oidc',
  async authenticate(request) {
    const word = request.headers.get('authorization')?.replace('Bearer ', '');
    if (word === undefined || word === 'forged') {
      throw new HttpError(401, 'Sign in.').withHeaders({ 'www-authenticate': 'Bearer' });
    }
    return { subject: word, permissions: new Set(word.startsWith('operator') ? ['ast:enrol'] : []) };
  },
  problem: async () => null,
};

export type Ask = {
  readonly as?: string;
  /** Origin of the request. */
  readonly origin?: string;
  readonly from?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that arrives slowly. */
  readonly stream?: ReadableStream;
  readonly signal?: AbortSignal;
};

/** The app with sign-in and rate limits. */
export function aGuardedClient(world: SmallWorld, auth: Authenticator = byWord) {
  const lines: { level: string; event: string; fields: object | undefined }[] = [];
  const app = createApp({
    ...world.deps,
    auth,
    limits: limitsOfSubject(50),
    version: '1.2.3',
    logger: (level, event, fields) => lines.push({ level, event, fields }),
  });
  const respond = (path: string, asked: Ask = {}) => {
    const {
      as,
      origin = 'http://api.test',
      from = '192.0.2.1',
      method = 'GET',
      body,
      stream,
      headers = {},
      signal = null,
    } = asked;
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      signal,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(stream === undefined ? {} : { body: stream, duplex: 'half' }),
    };
    return app(new Request(`${origin}${path}`, init), from);
  };
  const ask = async (path: string, asked?: Ask): Promise<Answer> => {
    const response = await respond(path, asked);
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  };
  return { ask, respond, lines };
}
