import { ApiError, type Client, isoWindow, type TargetName, type WhatIf, yesterday } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isMissingExtension } from './missing-call.ts';
import { refuseUnknownTarget } from './unknown-target.ts';

/** A past window as RFC 3339 texts, or the name of a load. */
export type AskedLoad = 'yesterday' | 'busiest-day' | 'forecast' | { readonly start: string; readonly end: string };

type Asked = { readonly load: AskedLoad; readonly scale: number; readonly assume: 'current' | 'suggested' };

/** What a target would need under a scaled load. */
export async function whatIf(
  client: Client,
  target: TargetName,
  { load, scale, assume, now }: Asked & { now: number },
): Promise<WhatIf> {
  const body = { ...target, ...loadFields(load, now), scale, assume };
  try {
    return await client.extensions.whatIf(body);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 400;
    if (isRefused || (await isMissingExtension(client, 'extensions.whatIf', error))) {
      // A target that is not enrolled also gives a 404.
      const { aiscaletarget } = await client.targets.get(target).catch(refuseUnknownTarget(target));
      // Only a server with extensions sends the policy. If it is present, the 400 concerns this request.
      if (isRefused && aiscaletarget.spec.limit_policy !== undefined) throw error;
      throw new CliError(
        'This server does not have what-if.',
        exitCode.api,
        'Only the server of Trimtab has this call.',
      );
    }
    if (error instanceof ApiError && error.status === 409) {
      throw new CliError(error.messages[0] ?? error.message, exitCode.api, 'Try another --window or --assume.');
    }
    throw error;
  }
}

function loadFields(load: AskedLoad, now: number) {
  if (typeof load === 'object') return { load: 'window', ...load } as const;
  if (load === 'yesterday') return { load: 'window', ...isoWindow(yesterday(now)) } as const;
  return { load: load === 'forecast' ? 'forecast' : 'busiest_day' } as const;
}
