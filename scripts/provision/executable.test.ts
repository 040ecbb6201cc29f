import process from 'node:process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findPostgres } from '../../e2e/support/postgres/find.ts';
import { findChromium } from './chromium.ts';
import { findProgram } from './executable.ts';
import { findKubectl, provisionKubectl } from './kubectl.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('a program that an environment variable names', () => {
  it('is used instead of the one on PATH', () => {
    vi.stubEnv('KUBECTL_BIN', process.execPath);
    expect(findProgram('KUBECTL_BIN', 'sh')).toBe(process.execPath);
    vi.stubEnv('KUBECTL_BIN', '');
    expect(findProgram('KUBECTL_BIN', 'sh')).toMatch(/\/sh$/);
    expect(findProgram('KUBECTL_BIN', 'no-such-program')).toBeNull();
  });

  it.each([
    ['KUBECTL_BIN', findKubectl],
    ['TRIMTAB_CHROMIUM', findChromium],
    ['POSTGRES_BIN', findPostgres],
  ])('is not replaced unnoticed if %s is wrong', async (variable, find) => {
    vi.stubEnv(variable, '/opt/gone');
    expect(find).toThrow(`${variable} is /opt/gone, which is not there or cannot be run. Correct or unset it.`);
  });

  it('is neither replaced nor downloaded by provisioning', async () => {
    vi.stubEnv('KUBECTL_BIN', '/opt/gone');
    const say = vi.fn<(line: string) => void>();
    await expect(provisionKubectl(say)).rejects.toThrow('KUBECTL_BIN is /opt/gone');
    expect(say).not.toHaveBeenCalled();
  });
});
