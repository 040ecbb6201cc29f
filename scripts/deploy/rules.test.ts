import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../checkout.ts';
import { findPrometheus } from '../provision/prometheus.ts';
import { ruleFiles } from './rule-files.ts';

const prometheus = findPrometheus();
const reason = prometheus === null ? 'there is no Prometheus on PATH: install it, or set PROMETHEUS_BIN' : null;

async function promtool(...words: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(join(dirname(prometheus ?? ''), 'promtool'), words);
  return stdout + stderr;
}

it.each(Object.entries(ruleFiles()))(
  '%s is generated from the queries of the server (pnpm reference)',
  (path, text) => {
    expect(readFileSync(inCheckout(path), 'utf8')).toBe(text);
  },
);

describe.skipIf(reason !== null)(`the rules for Prometheus${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it('the recording rules pass promtool check rules', async () => {
    const found = ['rules.yaml', 'day-rules.yaml'].map((file) =>
      promtool('check', 'rules', '--lint-fatal', inCheckout(`deploy/prometheus/${file}`)),
    );
    expect((await Promise.all(found)).map((text) => /SUCCESS: \d+ rules/.exec(text)?.[0])).toEqual([
      'SUCCESS: 3 rules',
      'SUCCESS: 8 rules',
    ]);
  });

  it('the alerts pass promtool check rules', async () => {
    const path = inCheckout('deploy/prometheus/alerts.yaml');
    expect(await promtool('check', 'rules', '--lint-fatal', path)).toContain('SUCCESS: 7 rules found');
  });

  it('the alerts fire when something has been wrong for some minutes, in promtool test rules', async () => {
    expect(await promtool('test', 'rules', inCheckout('deploy/prometheus/alerts.test.yaml'))).toContain('SUCCESS');
  });

  it('the recording rules record whole bins, without duplicates and by cluster, in promtool test rules', async () => {
    expect(await promtool('test', 'rules', inCheckout('deploy/prometheus/rules.test.yaml'))).toContain('SUCCESS');
  });

  it('the rules of a day record 24 hours, without duplicates and by cluster, in promtool test rules', async () => {
    expect(await promtool('test', 'rules', inCheckout('deploy/prometheus/day-rules.test.yaml'))).toContain('SUCCESS');
  });
});
