import { screen, within } from '@testing-library/react';
import type { Row } from './home-api.ts';

/** Creates rows with numbered names. */
export const rows = (count: number, prefix = 'app'): Row[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${String(index).padStart(2, '0')}` }));
export const section = (namespace: string) => screen.findByRole('region', { name: `/ ${namespace} summary` });
export const tabNames = (place: HTMLElement) =>
  within(place)
    .getAllByRole('tab')
    .map((tab) => tab.textContent);
export const names = (place: HTMLElement) =>
  within(place)
    .getAllByRole('rowheader')
    .map((header) => header.textContent);

/** Finds a target's cell in the column with this header. */
export async function cell(name: string, column: string) {
  const header = await screen.findByRole('rowheader', { name: new RegExp(`${name}$`) });
  const table = header.closest('table');
  const index = [...(table?.tHead?.rows[0]?.cells ?? [])].findIndex((one) => one.textContent === column);
  const found = header.closest('tr')?.cells[index];
  if (!found) throw new Error(`No cell ${name} / ${column}`);
  return found;
}
