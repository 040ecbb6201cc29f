import { expect, test } from 'vitest';
import { serveDataSet } from '../testing/loopback.ts';
import { serveShop } from '../testing/shop.ts';
import { trimtab } from '../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };

test('--columns selects and orders columns by field or header, in pipes and CSV', async () => {
  await using api = await serveShop();
  const piped = await trimtab(['targets', '-n', 'shop', '--columns', 'Status,name', '--limit', '2'], { api: api.url });
  expect(piped.stdout).toBe(
    'STATUS\tNAME\nHealthy\tcart\nOverprovisioned\tcatalogue-search-indexer-with-a-long-name\n',
  );
  const csv = await trimtab('targets -n shop -o csv --columns severity,name --limit 1', { api: api.url });
  expect(csv.stdout).toBe('severity,name\r\nlow,cart\r\n');
});

test('--columns on a terminal prints one table', async () => {
  await using api = await serveShop();
  const { stdout } = await trimtab('targets -n shop --columns name,mode --limit 1', {
    api: api.url,
    columns: 80,
    environment,
  });
  expect(stdout).toBe('NAME  MODE\ncart  Autonomous\n');
});

test('the error for an unknown column lists the columns', async () => {
  await using api = await serveShop();
  const { code, stderr } = await trimtab('targets -n shop --columns nmae', { api: api.url });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'trimtab: There is no column nmae.\nThe columns are name, mode, status, cpu_utilization, memory_utilization, ' +
      'scaling, recommendation, hourly_waste_savings, net_hourly_savings, namespace, severity, recommendation_type, yearly_waste_savings, net_yearly_savings.\n',
  });
});

test('-o wide cuts and omits nothing on a narrow terminal', async () => {
  await using api = await serveShop();
  const { stdout, stderr } = await trimtab('targets -n shop -o wide', { api: api.url, columns: 40, environment });
  expect(stdout).toContain('catalogue-search-indexer-with-a-long-name  Recommendation  Overprovisioned');
  expect(stdout.split('\n')[0]).toMatch(
    /NAME .* MODE .* STATUS .* CPU .* MEMORY .* SCALING .* PREDICTED NEED .* YEARLY/,
  );
  expect(stderr).not.toContain('Columns omitted');
});

test.each([
  ['namespaces -o name', /^storefront$/m],
  ['targets -n storefront -o name --limit 1', /^[a-z-]+\n$/],
  ['targets -A -o name --limit 1', /^[a-z-]+\/[a-z-]+\n$/],
  ['kpis -o name', /^yearly_waste$/m],
  ['target storefront/cart -o name', /^cart\n$/],
  ['suggest storefront/cart -o name', /^cart\n$/],
  ['simulate storefront/cart --cpu 70 -o name', /^cart\n$/],
])('%s prints one name per line', async (line, lines) => {
  await using api = await serveDataSet('storefront');
  const { code, stdout } = await trimtab(line, { api: api.url });
  expect(code).toBe(0);
  expect(stdout).toMatch(lines);
});
