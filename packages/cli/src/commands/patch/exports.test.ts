import { formatResource, isResourceName, parseQuantity, resourceAdvice } from '@trimtab/core';
import { isEmptyPlan, patchFiles, patchFormats, planProblems } from '@trimtab/core/patch';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifest } from '../../output/yaml.ts';
import { type Exported, exportsOf } from '../../testing/exports.ts';
import { serveDataSet } from '../../testing/loopback.ts';
import { trimtab } from '../../testing/trimtab.ts';
import { suggestionRows } from '../suggest/columns.ts';

/** All data sets. Of the large fleet only the first namespaces, with 100 targets. */
const dataSets = await Promise.all(
  (['storefront', 'hostile', 'empty', 'fleet'] as const).map(async (name) => ({
    name,
    all: await exportsOf(name, name === 'fleet' ? 2 : undefined),
  })),
);

/** Whether Kubernetes rejects the names of a simulated target, so that no cluster can have it. */
function isImpossible({ target, plan }: Exported): boolean {
  const containers = target.target.containers.map(({ name }) => name);
  return (
    new Set(containers).size < containers.length ||
    [plan.namespace, plan.name, ...containers].some(
      (name) => name.length > 63 || !/^[a-z\d]([-a-z\d]*[a-z\d])?$/.test(name),
    )
  );
}

/** The requests and limits of a plan by container, in cores and bytes. */
const amountsOf = ({ containers }: Exported['plan']) =>
  containers.map(({ name, requests, limits }) => ({
    name,
    requests: { cpu: parseQuantity(requests.cpu), memory: parseQuantity(requests.memory) },
    limits: { cpu: parseQuantity(limits.cpu), memory: parseQuantity(limits.memory) },
  }));

const suggestedOf = ({ suggestion, plan }: Exported) =>
  suggestion.resourceRecommendations
    .filter(({ container }) => plan.containers.some(({ name }) => name === container))
    .map(({ container, recommendations }) => {
      const of = (resource: string) => recommendations.find((one) => one.resource === resource);
      return {
        name: container,
        requests: { cpu: of('cpu')?.value ?? null, memory: of('memory')?.value ?? null },
        limits: { cpu: of('cpu')?.limit ?? null, memory: of('memory')?.limit ?? null },
      };
    });

describe.each(dataSets)('the exports of $name', ({ name, all }) => {
  test('are accepted by Kubernetes, unless the names are impossible there', () => {
    expect(all.length).toBeGreaterThanOrEqual({ storefront: 55, hostile: 35, empty: 0, fleet: 90 }[name]);
    const rejected = all.flatMap((one) => {
      const problems = planProblems(one.plan);
      return problems.length === 0 || isImpossible(one) ? [] : [{ title: one.title, problems }];
    });
    expect(rejected).toEqual([]);
  });

  test('contain exactly the suggested requests and limits, and the same in every format', () => {
    for (const one of all.filter((each) => !isImpossible(each))) {
      expect(amountsOf(one.plan)).toEqual(suggestedOf(one));
      if (isEmptyPlan(one.plan) || planProblems(one.plan).length > 0) continue;
      const [kubectl, overlay, values] = patchFormats.map((format) =>
        patchFiles(one.plan, format, manifest).map(({ text }) => parse(text)),
      );
      const patches = overlay?.[0].patches.map(({ patch }: { patch: string }) => parse(patch).spec);
      expect(patches).toEqual(kubectl?.map(({ spec }) => spec));
      const { containers = [], initContainers = [] } = kubectl?.[0].spec.template?.spec ?? {};
      const inValues = JSON.stringify(values?.[0]);
      for (const { resources } of [...containers, ...initContainers])
        expect(inValues).toContain(JSON.stringify(resources));
    }
  });

  test('never set the replicas that an autoscaler sets', () => {
    const both = all.filter(({ target, plan }) => target.horizontalpodautoscaler && plan.replicas !== null);
    expect(both.map(({ title }) => title)).toEqual([]);
  });

  test('have requests of whole millicores and MiB, which the CLI prints as the same amounts', () => {
    for (const { suggestion } of all.filter((each) => !isImpossible(each))) {
      for (const { container, recommendations } of suggestion.resourceRecommendations) {
        for (const { resource, value } of recommendations) {
          const amount = parseQuantity(value) ?? Number.NaN;
          const unit = resource === 'cpu' ? 0.001 : 2 ** 20;
          expect(Math.abs(amount / unit - Math.round(amount / unit))).toBeLessThan(1e-6);
          const row = suggestionRows(suggestion).find(
            (one) => one.container === container && one.resource === resource,
          );
          expect(row).toMatchObject({
            suggested: amount,
            text: isResourceName(resource) ? formatResource(resource, amount) : '',
          });
        }
      }
    }
  });
});

test('the storefront has requests above the present limits, and each raises its limit', () => {
  const [shop] = dataSets;
  const raised = (shop?.all ?? []).flatMap(({ target, suggestion }) =>
    suggestion.resourceRecommendations.flatMap(({ container, recommendations }) => {
      const limits = target.target.containers.find((one) => one.name === container)?.limits;
      return recommendations.filter(({ resource, value }) => {
        const limit = isResourceName(resource) ? (limits?.[resource] ?? null) : null;
        return limit !== null && (parseQuantity(value) ?? 0) > limit;
      });
    }),
  );
  expect(raised.length).toBeGreaterThan(1);
  for (const { value, limit, reason } of raised) {
    expect(parseQuantity(limit)).toBeGreaterThanOrEqual(parseQuantity(value) ?? Number.NaN);
    expect(reason).toContain('The limit rises from');
  }
});

test('the storefront has a native sidecar, which a patch names among the init containers', () => {
  const gateway = dataSets[0]?.all.find(({ title }) => title === 'payments/payment-gateway');
  const [file] = gateway === undefined ? [] : patchFiles(gateway.plan, 'kubectl', manifest);
  const { containers, initContainers } = parse(file?.text ?? '').spec.template.spec;
  expect(containers.map(({ name }: { name: string }) => name)).toEqual(['gateway']);
  expect(initContainers.map(({ name }: { name: string }) => name)).toEqual(['vault-agent']);
});

test('the storefront has a request that a LimitRange bounds, with the reason', () => {
  const loyalty = dataSets[0]?.all.find(({ title }) => title === 'accounts/loyalty');
  const memory = loyalty?.suggestion.resourceRecommendations[0]?.recommendations[1];
  expect(memory).toEqual({
    resource: 'memory',
    value: 384 * 2 ** 20,
    limit: 768 * 2 ** 20,
    reason: 'The LimitRange sizes allows a limit of at most 2 × the request.',
  });
});

/** The suggested amounts of a target as the card, the CLI and the patch show them, and as the API returns them. */
function shownAmounts({ title, plan, suggestion, target }: Exported) {
  const rows = suggestionRows(suggestion);
  return resourceAdvice(suggestion, target.target.containers).map(({ container, resource, suggested, limit }) => {
    const row = rows.find((one) => one.container === container && one.resource === resource);
    const planned = plan.containers.find(({ name }) => name === container);
    return {
      figure: `${title} ${container} ${resource}`,
      api: { request: suggested, limit },
      cli: { request: row?.suggested, limit: row?.limit },
      patch: {
        request: parseQuantity(planned?.requests[resource]),
        limit: parseQuantity(planned?.limits[resource]),
      },
      cardText: formatResource(resource, suggested),
      cliText: row?.text,
      staysAsIs: target.target.containers.some(
        ({ name, average_requests }) => name === container && average_requests[resource] === suggested,
      ),
      resource,
    };
  });
}

test('card, CLI and patch show the suggestion of the API for every target of the storefront', () => {
  const shown = (dataSets[0]?.all ?? []).filter(({ plan }) => plan.containers.length > 0).flatMap(shownAmounts);
  expect(shown.length).toBeGreaterThan(80);
  for (const { figure, api, cli, patch, cardText, cliText } of shown) {
    expect({ figure, ...cli }).toEqual({ figure, ...api });
    expect({ figure, ...patch }).toEqual({ figure, ...api });
    expect({ figure, text: cliText }).toEqual({ figure, text: cardText });
  }
});

test('the card shows all digits of a suggested CPU request, unless the present one stays', () => {
  const cpu = dataSets.flatMap(({ all }) => all.flatMap(shownAmounts)).filter((one) => one.resource === 'cpu');
  const changed = cpu.filter(({ staysAsIs }) => !staysAsIs);
  expect(changed.length).toBeGreaterThan(50);
  for (const { figure, api, cardText } of changed)
    expect({ figure, shown: parseQuantity(cardText) }).toEqual({ figure, shown: api.request });
});

test('the command prints the file of the plan', async () => {
  await using api = await serveDataSet('storefront');
  const [shop] = dataSets;
  const sample = (shop?.all ?? [])
    .filter(({ plan }) => plan.containers.length > 0)
    .filter((_, index) => index % 6 === 0);
  for (const { title, plan } of sample) {
    const { stdout } = await trimtab(`patch ${title}`, { api: api.url });
    expect(stdout).toBe(patchFiles(plan, 'kubectl', manifest)[0]?.text);
  }
});
