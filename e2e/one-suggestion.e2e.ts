import { formatResource, suggestionListSchema } from '@trimtab/core';
import { runCli } from './support/cli.ts';
import { startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

const mebibyte = 2 ** 20;
// Its usage is above its requests on all days, so there is a change to export on each of them.
const [namespace, name, container] = ['accounts', 'consent', 'api'];

test('card, explanation, patch and CLI show the suggestion of the API', async ({ page, request }) => {
  const server = await startServer();
  await page.goto(`${server.url}/ast/${namespace}/${name}`);
  const allocation = page.getByRole('region', { name: 'Pod Resource Allocation' });
  await expect(allocation.getByRole('row', { name: 'CPU' })).toBeVisible();

  const answer = await request.get(`${server.url}/v1/ast/${namespace}/${name}/suggestions?active=true`);
  const [suggestion] = suggestionListSchema.parse(await answer.json()).items;
  const valueOf = (resource: 'cpu' | 'memory'): number =>
    Number(
      suggestion?.resourceRecommendations
        .find((one) => one.container === container)
        ?.recommendations.find((one) => one.resource === resource)?.value,
    );
  const shown = (['cpu', 'memory'] as const).map((resource) => ({
    resource,
    label: resource === 'cpu' ? 'CPU' : 'Memory',
    text: formatResource(resource, valueOf(resource)),
    // A patch is rounded up to whole millicores and MiB.
    patched:
      resource === 'cpu'
        ? `cpu: ${Math.ceil(valueOf('cpu') * 1000)}m`
        : `memory: ${Math.ceil(valueOf('memory') / mebibyte)}Mi`,
  }));
  const cli = await runCli(server.url, 'target', name, '-n', namespace);
  for (const { resource, label, text } of shown) {
    await expect(allocation.getByRole('row', { name: new RegExp(`^${label} `) })).toContainText(text);
    expect(cli.stdout).toContain(`${container}.${resource}.suggested\t${text}\n`);
  }
  // The console and the command compute the line from answers of the API. Wait until both have all answers.
  const verdict = page.getByRole('region', { name: 'What to do' }).getByRole('paragraph');
  await expect(verdict).toContainText('confidence ');
  // The CLI prints a verdict that is too long for a cell in several rows, one for each clause.
  const line = Array.from(cli.stdout.matchAll(/^Verdict\t(.*)$/gm), ([, part]) => part).join(' · ');
  expect(line).toContain(' · confidence ');
  await expect(verdict).toHaveText(line);
  await page.getByRole('button', { name: 'How it was computed' }).click();
  const explanation = page.getByRole('dialog', { name: 'How it was computed' });
  for (const { text } of shown) {
    await expect(explanation.getByText(new RegExp(`^${text.replaceAll('.', '\\.')}[ ,]`)).first()).toBeVisible();
  }
  await expect(explanation.getByRole('img', { name: /^Distribution of the memory usage of api: /i })).toBeVisible();
  await expect(explanation.getByText(/^Confidence /)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export change' }).click();
  const patch = page.getByRole('dialog', { name: 'Export as patch' });
  for (const { patched } of shown) await expect(patch).toContainText(patched);
  await server.stop();
});
