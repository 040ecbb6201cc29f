import { describe, expect, test } from 'vitest';
import { type Handler, serve, serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';

const pod = (name: string, more: object = {}) => ({ name, status: 'Running', containers: [{ name: 'app' }], ...more });
const line = (second: number, text: string) => ({ at: `2026-11-18T09:00:0${second}.5Z`, text });
const complete = { end: 'complete' };
const lines = (...all: readonly object[]) =>
  new Response(all.map((each) => `${JSON.stringify(each)}\n`).join(''), {
    headers: { 'content-type': 'application/x-ndjson' },
  });

/** A target `shop/cart` with pods, and a log for each of their containers. */
const serveLogs = (pods: readonly object[], log: (query: URLSearchParams) => ReturnType<Handler>) =>
  serve((request) => {
    const { pathname, searchParams } = new URL(request.url);
    return pathname === '/v1/ast/shop/cart/pods' ? Response.json({ items: pods }) : log(searchParams);
  });
const gone = () => Response.json({ errors: ['The target "cart" has no pod "cart-1" now.'] }, { status: 404 });
const twoPods = [pod('cart-1'), pod('cart-2')];
const logOf = (query: URLSearchParams) =>
  query.get('pod') === 'cart-1'
    ? lines(line(1, 'one'), line(3, 'three'), complete)
    : lines(line(2, 'two'), { at: null, text: 'from the node' }, complete);
const hostileLog = () => lines(line(1, 'a\u001b[31mb\u001b]0;title\u0007\tc\u202e'), complete);

describe('the logs of a target', () => {
  test('have the lines of all pods in the order of their times, after the names of the pods', async () => {
    await using api = await serveLogs(twoPods, logOf);
    const { code, stdout, stderr } = await trimtab('logs shop/cart', { api: api.url });
    expect([code, stdout, stderr]).toEqual([0, 'cart-2 from the node\ncart-1 one\ncart-2 two\ncart-1 three\n', '']);
    expect(api.seen).toContain(
      'GET /v1/ast/shop/cart/logs?pod=cart-1&container=app&previous=false&tail=100&follow=false',
    );
  });

  test('of one container have no names, and have times only if they are asked for', async () => {
    await using api = await serveLogs(twoPods, logOf);
    const asked = 'logs -n shop cart --pod cart-1 --tail 5 --since 10m';
    expect((await trimtab(asked, { api: api.url })).stdout).toBe('one\nthree\n');
    expect(api.seen.at(-1)).toContain('tail=5&since=600');
    expect((await trimtab(`${asked} --timestamps`, { api: api.url })).stdout).toBe(
      '2026-11-18T09:00:01.5Z one\n2026-11-18T09:00:03.5Z three\n',
    );
    expect((await trimtab(`${asked} -o json`, { api: api.url })).stdout.split('\n')[0]).toBe(
      '{"pod":"cart-1","container":"app","at":"2026-11-18T09:00:01.5Z","text":"one"}',
    );
  });

  test('go through --jq, --json and a JSONPath one line at a time', async () => {
    await using api = await serveLogs(twoPods, logOf);
    const asked = 'logs shop/cart --pod cart-1';
    expect(await trimtab(`${asked} --jq .text`, { api: api.url })).toMatchObject({
      stdout: 'one\nthree\n',
      stderr: '',
    });
    expect((await trimtab(`${asked} --json text`, { api: api.url })).stdout).toBe('{"text":"one"}\n{"text":"three"}\n');
    expect((await trimtab(`${asked} -o jsonpath={.text}`, { api: api.url })).stdout).toBe('one\nthree\n');
    const columns = await trimtab(`${asked} -o custom-columns=TEXT:.text`, { api: api.url });
    expect(columns).toMatchObject({ code: 2, stderr: expect.stringContaining('trimtab logs has no columns.') });
  });

  test('color the names of pods only on a terminal, and no log controls it', async () => {
    await using api = await serveLogs(twoPods, hostileLog);
    const screen = await trimtab('logs shop/cart', { api: api.url, columns: 80 });
    expect(screen.stdout.split('\n')[0]).toBe('\u001b[36mcart-1\u001b[39m a␛[31mb␛]0;title^G\tc');
    const piped = await trimtab('logs shop/cart', { api: api.url });
    expect(piped.stdout.split('\n')[0]).toBe('cart-1 a␛[31mb␛]0;title^G\tc');
  });

  test('before a restart are those of restarted containers, and an init container has its own', async () => {
    const killed = { last_restart: { container: 'app', reason: 'OOMKilled', exit_code: 137, at: null } };
    const pods = [pod('cart-1', killed), pod('cart-2', { init_containers: ['migrate'] })];
    await using api = await serveLogs(pods, (query) =>
      lines(line(1, `${query.get('pod')} ${query.get('container')} ${query.get('previous')}`), complete),
    );
    expect((await trimtab('logs shop/cart --previous', { api: api.url })).stdout).toBe('cart-1 app true\n');
    expect((await trimtab('logs shop/cart -c migrate', { api: api.url })).stdout).toBe('cart-2 migrate false\n');
  });

  test('that are incomplete are printed, with the reason and exit code 5', async () => {
    await using api = await serveLogs(twoPods, (query) =>
      query.get('pod') === 'cart-1'
        ? lines(line(1, 'one'), { end: 'limit', reason: 'The log is longer than the 16 MiB of one answer.' })
        : Response.json({ errors: ['The container app has not started: ContainerCreating.'] }, { status: 409 }),
    );
    const { code, stdout, stderr } = await trimtab('logs shop/cart', { api: api.url });
    expect([code, stdout]).toEqual([5, 'cart-1 one\n']);
    expect(stderr).toContain('cart-1/app: The log is longer than the 16 MiB of one answer.');
    expect(stderr).toContain('cart-2/app: The API answered 409: The container app has not started');
  });

  test('are followed as lines arrive, until Ctrl-C', async () => {
    const interruption = new AbortController();
    const open = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line(1, 'one'))}\n\n`)),
    });
    await using api = await serveLogs([pod('cart-1')], () => new Response(open));
    const running = trimtab('logs shop/cart -f', {
      api: api.url,
      signal: interruption.signal,
      onOutput: () => interruption.abort(),
    });
    const { code, stdout, stderr } = await running;
    expect([code, stdout, stderr]).toEqual([130, 'one\n', expect.stringContaining('Interrupted.')]);
  });
});

describe('a followed log that breaks off', () => {
  const failed = { end: 'failed', reason: 'The server is being stopped.' };

  test('is opened again from its last line, and the gap is marked', async () => {
    const answers = [
      () => lines(line(1, 'one'), line(2, 'two'), failed),
      () => Response.json({ errors: ['Kubernetes is away.'] }, { status: 500 }),
      () => lines(line(2, 'two'), line(3, 'three'), complete),
    ];
    await using api = await serveLogs([pod('cart-1')], () => (answers.shift() ?? hostileLog)());
    const { code, stdout, stderr } = await trimtab('logs shop/cart -f --since 5m', { api: api.url });
    expect([code, stdout]).toEqual([0, 'one\ntwo\nthree\n']);
    expect(stderr).toBe(
      [
        'cart-1/app: The server is being stopped. Trying again.',
        'cart-1/app: The log goes on. No line is missing.',
        'The logs have ended: the containers have stopped.',
        '',
      ].join('\n'),
    );
    expect(api.seen.at(-1)).toContain('tail=10000&sinceTime=2026-11-18T09%3A00%3A02.500000000Z&follow=true');
    expect(api.seen.at(-1)).not.toContain('since=');
  });

  test('says that lines may be missing, and ends when the pod is gone', async () => {
    const answers = [() => lines(line(1, 'one'), failed), () => lines(line(5, 'five'), failed)];
    await using api = await serveLogs([pod('cart-1')], () => (answers.shift() ?? gone)());
    const { code, stdout, stderr } = await trimtab('logs shop/cart -f', { api: api.url });
    expect([code, stdout]).toEqual([5, 'one\nfive\n']);
    expect(stderr).toContain('cart-1/app: The log goes on. Lines may be missing here.\n');
    expect(stderr).toContain('cart-1/app: The target "cart" has no pod "cart-1" now.');
  });
});

describe('a wrong choice', () => {
  const pods = [pod('cart-1', { init_containers: ['migrate'] }), pod('cart-2')];
  test.each([
    ['--pod cart-9', 2, 'cart has no pod cart-9. It has cart-1, cart-2.'],
    ['-c web', 2, 'cart has no container web. It has app, migrate.'],
    ['--previous', 3, 'No container of the present pods of cart has been restarted.'],
    ['--previous -f', 2, 'A previous container has ended.'],
    ['--since soon', 2, 'Use a duration such as 30s, 10m or 2h.'],
    ['--tail -1', 2, 'Use a whole number from 0 to 10000.'],
  ])('%s is refused with what there is', async (options, code, sentence) => {
    await using api = await serveLogs(pods, logOf);
    const refused = await trimtab(`logs shop/cart ${options}`, { api: api.url });
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(sentence);
    expect(api.seen.some((seen) => seen.includes('/logs'))).toBe(false);
  });

  test('of pods whose containers are unknown says so', async () => {
    await using api = await serveLogs([pod('cart-1', { containers: [] })], logOf);
    const refused = await trimtab('logs shop/cart', { api: api.url });
    expect(refused).toMatchObject({ code: 3, stderr: 'trimtab: The containers of cart are unknown.\n' });
  });

  test('of too many logs to follow says how to choose', async () => {
    const many = Array.from({ length: 9 }, (_, index) => pod(`cart-${index}`));
    await using api = await serveLogs(many, logOf);
    const { code, stderr } = await trimtab('logs shop/cart -f', { api: api.url });
    expect([code, stderr]).toEqual([2, expect.stringContaining('9 logs are too many to follow: 8 at most.')]);
  });
});

test('a pod that goes in between is named', async () => {
  await using api = await serveLogs([pod('cart-1')], () =>
    Response.json({ errors: ['The pod cart-1 does not exist any more.'] }, { status: 404 }),
  );
  expect((await trimtab('logs shop/cart', { api: api.url })).stderr).toContain(
    'The pod cart-1 does not exist any more.',
  );
});

test('the real server has the logs of the simulated cluster', async () => {
  await using api = await serveDataSet('storefront');
  const { code, stdout } = await trimtab('logs storefront/cart --tail 3', { api: api.url });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^cart-[\w-]+ (INFO|WARN|ERROR) /);
  expect(stdout).not.toContain('s3cret');
});
