import { exportDiagnostics } from './diagnostics.ts';
import { enroll } from './enroll.ts';
import { sectionOf } from './page.ts';
import { signInAs, user } from './signed-in.ts';
import { expect, type Page, test } from './test.ts';

export type Journey = {
  page: Page;
  url: string;
  /** The namespace to enroll, and the target whose page is opened. */
  namespace: string;
  target: string;
};

/** The journey of an operator with a fresh install: sign-in, enrollment, every page, and sign-out. */
export async function runJourney({ page, url, namespace, target }: Journey): Promise<void> {
  await test.step('sign in', async () => {
    await page.goto(url);
    await signInAs(page, 'operator');
    await expect(user(page)).toBeVisible();
  });

  await test.step('the console opens onboarding, because no target is enrolled', async () => {
    await expect(page).toHaveURL(/\/onboarding$/);
    await expect(page).toHaveTitle(/Onboarding/);
    await page.getByRole('combobox', { name: 'Namespace' }).selectOption(namespace);
  });

  await test.step('enroll all candidates and wait for the reload', async () => {
    const candidates = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { name: /^Select / }) });
    await expect(candidates.first()).toBeVisible();
    await enroll(page, 'Enroll Namespace', (result) => expect(result).toContainText('Enrolled'), 'presses');
    await expect(user(page)).toBeVisible();
  });

  await test.step('the home page lists the namespace', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ targets across 1 namespaces$/);
    await expect(sectionOf(page, namespace).getByRole('rowheader', { name: target })).toBeVisible();
  });

  await test.step('the page of a target shows its pods and containers', async () => {
    await sectionOf(page, namespace)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: target }) })
      .getByRole('link', { name: 'View' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: target })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pods' }).getByRole('row')).not.toHaveCount(1);
    await page.getByRole('button', { name: 'View all' }).click();
    await expect(page.getByRole('dialog', { name: 'Resource Utilization' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the cost analysis shows savings and saves the node settings', async () => {
    await page.getByRole('link', { name: 'Cost Analysis' }).click();
    await expect(page.getByText('Total forecasted monthly savings')).toBeVisible();
    const cores = page.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' });
    const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/settings'));
    await cores.fill('8');
    expect((await saved).postDataJSON()).toMatchObject({ node_cpu_cores: 8 });
  });

  await test.step('the cost simulator reacts to a slider', async () => {
    await page.getByRole('tab', { name: 'Cost simulator' }).click();
    await expect(page).toHaveURL(/\/cost-analysis\/simulator/);
    const slider = page.getByRole('slider').first();
    await slider.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('PageUp');
    await expect(page.getByRole('button', { name: 'Reset sliders' })).toBeEnabled();
  });

  await test.step('download diagnostics', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ targets across 1 namespaces$/);
    const download = await exportDiagnostics(page);
    expect(download.suggestedFilename()).toMatch(/^diagnostics-.*\.tar\.gz$/);
  });

  await test.step('sign out', async () => {
    await user(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  });
}
