import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

function read(argv: readonly string[], env: Record<string, string> = {}) {
  const options = readOptions(argv, { HOME: '/home/op', ...env }, { version: '1.2.3', write: () => undefined });
  if ('answered' in options) throw new Error('no options');
  return options.prometheus;
}
const at = (...more: string[]) => ['--prometheus', 'https://prometheus.example.com', ...more];

describe('the options for Prometheus', () => {
  it('are off by default', () => {
    expect(read(at())).toMatchObject({ credentials: { kind: 'none' }, cluster: null, renames: [] });
  });

  it.each([
    [['--prometheus-token', 'abc'], { kind: 'token', token: 'abc' }],
    [['--prometheus-token-file', '/t'], { kind: 'token file', file: '/t' }],
    [['--prometheus-user', 'u', '--prometheus-password', 'p'], { kind: 'basic', user: 'u', password: 'p' }],
    [
      ['--prometheus-user', 'u', '--prometheus-password-file', '/p'],
      { kind: 'basic file', user: 'u', passwordFile: '/p' },
    ],
  ])('give credentials: %j', (argv, credentials) => {
    expect(read(at(...argv))?.credentials).toEqual(credentials);
  });

  it('are all read from the environment', () => {
    expect(
      read([], {
        TRIMTAB_PROMETHEUS: 'https://prometheus.example.com/prefix',
        TRIMTAB_PROMETHEUS_USER: 'u',
        TRIMTAB_PROMETHEUS_PASSWORD: 'p=1,2',
        TRIMTAB_PROMETHEUS_CA: '/ca',
        TRIMTAB_PROMETHEUS_CERT: '/cert',
        TRIMTAB_PROMETHEUS_KEY: '/key',
        TRIMTAB_PROMETHEUS_TENANT: 'team-a|team-b',
        TRIMTAB_PROMETHEUS_HEADER: 'X-A=1, X-B=2=3',
        TRIMTAB_PROMETHEUS_CLUSTER: 'cluster=prod=eu',
        TRIMTAB_PROMETHEUS_BACKGROUND: '4',
        TRIMTAB_PROMETHEUS_MAY_BE_DOWN: 'true',
        TRIMTAB_PROMETHEUS_RENAME: 'container=container_name,kube-state-metrics:pod=exported_pod',
      }),
    ).toEqual({
      acceptPartial: false,
      url: new URL('https://prometheus.example.com/prefix'),
      credentials: { kind: 'basic', user: 'u', password: 'p=1,2' },
      headers: new Map([
        ['X-A', '1'],
        ['X-B', '2=3'],
        ['X-Scope-OrgID', 'team-a|team-b'],
      ]),
      tls: { ca: '/ca', certificate: '/cert', key: '/key' },
      cluster: { label: 'cluster', value: 'prod=eu' },
      renames: [
        { within: 'everywhere', standard: 'container', actual: 'container_name' },
        { within: 'kube-state-metrics', standard: 'pod', actual: 'exported_pod' },
      ],
      background: 4,
      mayBeDown: true,
    });
  });

  it.each([
    [['--prometheus-tenant', 'a'], '--prometheus-tenant needs the address of a Prometheus'],
    [at('--prometheus-token', 'a', '--prometheus-user', 'u'), 'in only one way'],
    [['--prometheus', 'http://u:p@host', '--prometheus-token-file', '/t'], 'in only one way'],
    [at('--prometheus-user', 'u'), 'needs either'],
    [at('--prometheus-user', 'u', '--prometheus-password', 'p', '--prometheus-password-file', '/p'), 'needs either'],
    [at('--prometheus-user', 'a:b', '--prometheus-password', 'p'), 'colon'],
    [at('--prometheus-password', 'p'), 'needs --prometheus-user'],
    [at('--prometheus-cert', '/c'), 'must be given together'],
    [['--prometheus', 'http://host', '--prometheus-ca', '/c'], 'Use https'],
    [at('--prometheus-header', 'nonsense'), 'name=value'],
    [at('--prometheus-header', 'authorization=x'), 'because other options'],
    [at('--prometheus-background', '0'), 'from 1 to 16'],
    [at('--prometheus-background', '17'), 'from 1 to 16'],
    [at('--prometheus-cluster', 'prod'), 'label=value'],
    [at('--prometheus-cluster', 'a-b=prod'), 'label=value'],
    [at('--prometheus-rename', 'container'), 'old=new'],
    [at('--prometheus-rename', 'sum=total'), 'no query uses "sum"'],
    [at('--prometheus-rename', 'elsewhere:pod=x'), 'old=new'],
    [at('--prometheus-rename', 'pod=x"} or up{a="'), 'old=new'],
    [at('--prometheus-insecure'), 'Unknown option'],
    [['--doctor'], 'Give its address with --prometheus'],
  ])('are rejected in one sentence: %j', (argv, sentence) => {
    expect(() => read(argv)).toThrow(sentence);
  });

  it.each([
    ['--prometheus-token', 'hunter2\n'],
    ['--prometheus-header', 'X-Key=hunter2\r\nHost: evil'],
    ['--prometheus-tenant', 'hunter2\u0000'],
  ])('are never repeated in an error if they are secret: %s', (flag, value) => {
    let message = '';
    try {
      read(at(flag, value));
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('visible ASCII');
    expect(message).not.toContain('hunter2');
  });
});
