import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

function read(argv: readonly string[], env: Record<string, string> = { HOME: '/home/op' }) {
  let output = '';
  const options = readOptions(argv, env, { version: '1.2.3', write: (text) => (output += text) });
  return { options, output };
}
const optionNames =
  'prometheus prometheus-token prometheus-rename doctor port host data data-set limit-policy prices extra explain-queries log-level'.split(
    ' ',
  );

describe('options', () => {
  it('have defaults: the simulated cluster on a loopback address', () => {
    expect(read([]).options).toMatchObject({
      prometheus: null,
      doctor: false,
      dataSet: 'storefront',
      host: '127.0.0.1',
      port: 4400,
      extra: {},
      explainQueries: false,
      logLevel: 'warn',
      limitPolicy: 'keep',
    });
  });

  it('are read from the command line', () => {
    const argv =
      '--prometheus http://u:p@host:9090/prom --port 0 --host ::1 --data /d --explain-queries --log-level debug';
    expect(
      read([...argv.split(' '), '--extra', 'cost_analysis=true', '--extra', 'demo_data_name=a=b']).options,
    ).toMatchObject({
      prometheus: {
        url: new URL('http://u:p@host:9090/prom'),
        credentials: { kind: 'none' },
        headers: new Map(),
        tls: { ca: null, certificate: null, key: null },
        cluster: null,
        renames: [],
      },
      doctor: false,
      port: 0,
      host: '::1',
      dataFolder: '/d',
      explainQueries: true,
      logLevel: 'debug',
      extra: { cost_analysis: true, demo_data_name: 'a=b' },
    });
  });

  it('name the variable in the error if the value came from it', () => {
    expect(() => read([], { TRIMTAB_PORT: 'x' })).toThrow('TRIMTAB_PORT must be a whole number from 0 to 65535');
    expect(() => read(['--port', 'y'], { TRIMTAB_PORT: 'x' })).toThrow('--port must be');
    expect(() => read([], { TRIMTAB_LOG_LEVEL: 'loud' })).toThrow('TRIMTAB_LOG_LEVEL must be one of');
  });

  it('are read from the environment if the command line does not set them', () => {
    const env = {
      TRIMTAB_PORT: '5000',
      TRIMTAB_DATA_SET: 'fleet',
      TRIMTAB_EXTRA: 'cost_analysis=true, demo_mode=false',
      TRIMTAB_EXPLAIN_QUERIES: 'true',
      TRIMTAB_HOST: '',
    };
    expect(read(['--port', '6000'], env).options).toMatchObject({
      port: 6000,
      dataSet: 'fleet',
      host: '127.0.0.1',
      explainQueries: true,
      extra: { cost_analysis: true, demo_mode: false },
    });
  });

  it('do not read the context of the CLI', () => {
    const env = { TRIMTAB_PROMETHEUS: 'http://metrics.test', TRIMTAB_CONTEXT: 'prod' };
    expect(read([], env).options).toMatchObject({ kubernetes: null });
    const kubernetes = { TRIMTAB_KUBECONFIG: '/config', TRIMTAB_KUBE_CONTEXT: 'admin@prod' };
    expect(read([], { ...env, ...kubernetes }).options).toMatchObject({ kubernetes: { context: 'admin@prod' } });
  });

  it.each([
    ['--nonsense', 'Unknown option'],
    [
      'copystore --from sqlite',
      '"copystore" is no command. The commands are migrate, copy-store and migrate-registry; the server needs none. See --help.',
    ],
    ['--port', 'argument missing'],
    ['--port 70000', '--port must be'],
    ['--port 44x', '--port must be'],
    ['--prometheus host:9090', '--prometheus must be'],
    ['--prometheus nonsense', '--prometheus must be'],
    ['--extra cost_analysis', '--extra must be key=value'],
    ['--log-level loud', '--log-level must be one of'],
    ['--limit-policy none', '--limit-policy must be one of keep, ratio, equal, not "none".'],
    ['--prometheus http://a --data-set fleet', 'Give only one of them'],
    ['--host 0.0.0.0', 'so callers must sign in: give --oidc-issuer and --oidc-audience'],
    ['--host 127.0.0.1.example.com', 'Other machines can reach'],
  ])('reject %s in one sentence', (line, expected) => {
    expect(() => read(line.split(' '))).toThrow(expected);
    expect(() => read(line.split(' '))).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.not.stringContaining('\n') }),
    );
  });

  it('never repeat a password in an error', () => {
    expect(() => read(['--prometheus', 'ftp://user:hunter2@host'])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('are all in --help, each with its variable', () => {
    const { options, output } = read(['--help']);
    expect(options).toEqual({ answered: true });
    for (const name of optionNames) {
      expect(output).toContain(`--${name}`);
      expect(output.replaceAll(/\s+/g, ' ')).toContain(`(TRIMTAB_${name.toUpperCase().replaceAll('-', '_')})`);
    }
    expect(read(['--version']).output).toBe('1.2.3\n');
  });

  it('are followed in --help by the commands, each with a line', () => {
    for (const command of ['migrate', 'copy-store', 'migrate-registry']) {
      expect(read(['--help']).output).toMatch(new RegExp(`^  start ${command} +[A-Z].+\\.$`, 'm'));
    }
  });

  it('choose the usual data folder of the operating system', () => {
    expect(folder({ TRIMTAB_DATA: '/var/lib/t', HOME: '/home/op' })).toBe('/var/lib/t');
    expect(folder({ HOME: '/home/op' })).toMatch(/^\/home\/op\/.*trimtab$/);
  });
});

function folder(env: Record<string, string>) {
  const { options } = read([], env);
  return 'dataFolder' in options ? options.dataFolder : null;
}
