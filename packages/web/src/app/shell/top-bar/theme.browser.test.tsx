import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { themeKey } from '../../../browser/theme.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

afterEach(() => {
  cleanup();
  localStorage.removeItem(themeKey);
  delete document.documentElement.dataset.theme;
});

const ground = () => getComputedStyle(document.body).backgroundColor;
const press = () => userEvent.click(screen.getByRole('button'));

describe('theme', () => {
  it('switches from system to light, dark and back, and is stored', async () => {
    render(<ThemeSwitch />);
    await press();
    expect(localStorage.getItem(themeKey)).toBe('light');
    const light = ground();
    await press();
    expect(localStorage.getItem(themeKey)).toBe('dark');
    expect(ground()).not.toBe(light);
    await press();
    expect(localStorage.getItem(themeKey)).toBeNull();
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it('changes even if storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    render(<ThemeSwitch />);
    await press();
    await press();
    expect(document.documentElement.dataset.theme).toBe('dark');
  });
});
