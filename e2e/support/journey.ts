import type { Download } from 'playwright';
import { sectionOf } from './page.ts';
import { signInAs, user } from './signed-in.ts';
import { type BrowserContext, expect, type Page, test } from './test.ts';

export type Story = {
  page: Page;
  context: BrowserContext;
  url: string;
  /** What she enrolls, and the target that she looks at. */
  namespace: string;
  target: string;
  /** Waits until the page loads itself again, in place of pressing the button. */
  isPatient: boolean;
};

/** The whole story, as an operator lives it: a fresh install behind a sign-in, until she leaves with what she came for. */
export async function tellJourney({ page, context, url, namespace, target, isPatient }: Story): Promise<void> {
  await test.step('she opens the address she was given, and says who she is', async () => {
    await page.goto(url);
    await signInAs(page, 'operator');
    await expect(user(page)).toBeVisible();
  });

  await test.step('nothing is enrolled yet, so the console leads her to onboarding', async () => {
    await expect(page).toHaveURL(/\/onboarding$/);
    await expect(page).toHaveTitle(/Onboarding/);
    await page.getByRole('combobox', { name: 'Namespace' }).selectOption(namespace);
  });

  await test.step('she reads what would be enrolled, enrolls all of it, and waits for the reload', async () => {
    const candidates = page
      .getByRole('main')
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { name: /^Select / }) });
    await expect(candidates.first()).toBeVisible();
    await page.getByRole('button', { name: 'Enroll Namespace' }).click();
    await expect(page.getByRole('region', { name: 'Result of the enrollment' })).toContainText('Enrolled');
    const loaded = page.waitForEvent('load', { timeout: 120_000 });
    if (!isPatient) await page.getByRole('button', { name: 'Reload now' }).click();
    await loaded;
    await expect(user(page)).toBeVisible();
  });

  await test.step('home lists the namespace with its figures', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ targets across 1 namespaces$/);
    await expect(sectionOf(page, namespace).getByRole('rowheader', { name: target })).toBeVisible();
  });

  await test.step('a target says what it uses, what is suggested and why, and gives a patch to take along', async () => {
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

  await test.step('the cost analysis says what it costs, and the node can be told', async () => {
    await page.getByRole('link', { name: 'Cost Analysis' }).click();
    await expect(page.getByText('Total forecasted monthly savings')).toBeVisible();
    const cores = page.getByRole('spinbutton', { name: 'CPU Capacity (Cores)' });
    const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/settings'));
    await cores.fill('8');
    expect((await saved).postDataJSON()).toMatchObject({ node_cpu_cores: 8 });
  });

  await test.step('the simulator answers what another utilization would cost', async () => {
    await page.getByRole('tab', { name: 'Cost simulator' }).click();
    await expect(page).toHaveURL(/\/cost-analysis\/simulator/);
    const slider = page.getByRole('slider').first();
    await slider.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('PageUp');
    await expect(page.getByRole('button', { name: 'Reset sliders' })).toBeEnabled();
  });

  await test.step('she saves diagnostics for her colleagues', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Diagnostics' }).click();
    const saving = new Promise<Download>((resolve) => {
      page.once('download', resolve);
      context.once('page', (opened) => opened.once('download', resolve));
    });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await saving).suggestedFilename()).toMatch(/^diagnostics-.*\.tar\.gz$/);
  });

  await test.step('and signs out', async () => {
    await user(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  });
}
