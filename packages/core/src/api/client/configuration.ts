import * as z from 'zod/mini';
import { emptyConfiguration, type RuntimeConfiguration } from '../../domain/configuration.ts';
import { InvalidResponseError, TrimtabError } from '../../errors.ts';
import { dictionary, optionalText } from '../schemas/measure.ts';
import { readBaseUrl } from '../transport/address.ts';
import { type ClientClock, sleepForReal } from '../transport/clock.ts';
import { startDeadline } from '../transport/deadline.ts';
import type { FetchLike } from '../transport/fetch.ts';
import type { ClientLogger } from '../transport/logger.ts';
import { readJson } from '../transport/response.ts';

/** After this time the console starts without its configuration. */
const configurationDeadlineMs = 10_000;

const text = z.catch(z.string(), '');
const settings = z.catch(dictionary(z.unknown()), () => ({}));
const signIn = z.catch(
  z.object({ oauth_domain: text, oauth_client_id: text, oauth_audience: optionalText }),
  () => emptyConfiguration.console,
);
const configurationSchema = z.object({
  version: text,
  api_base_url: text,
  extra: settings,
  console: signIn,
});

/**
 * Reads the configuration document. A field that is missing or of the wrong type is empty. An `api_base_url`
 * that is not http(s), or contains credentials, is rejected, logged and treated as empty.
 */
export function readConfiguration(document: unknown, logger?: ClientLogger): RuntimeConfiguration {
  const read = z.safeParse(configurationSchema, document);
  if (!read.success) {
    logger?.warn('The configuration is not an object; starting without it');
    return emptyConfiguration;
  }
  const { version, api_base_url, extra, console } = read.data;
  return { version, api_base_url: safeBaseUrl(api_base_url, logger), extra, console: signInOf(console) };
}

const signInOf = ({ oauth_audience, ...rest }: z.output<typeof signIn>): RuntimeConfiguration['console'] =>
  oauth_audience === undefined ? rest : { ...rest, oauth_audience };

function safeBaseUrl(address: string, logger?: ClientLogger): string {
  try {
    return readBaseUrl(address);
  } catch (error) {
    // The address itself is not logged because it may contain a password.
    logger?.warn('api_base_url is refused; calls go to the origin of the page', {
      problem: error instanceof TrimtabError ? error.message : 'not a URL',
    });
    return '';
  }
}

type LoadConfigurationOptions = {
  readonly fetch: FetchLike;
  /** Usually `/config.json`. */
  readonly url: string;
  readonly deadlineMs?: number | undefined;
  readonly logger?: ClientLogger | undefined;
  readonly clock?: ClientClock | undefined;
};

function problemOf(failure: unknown): string {
  if (failure instanceof InvalidResponseError) return failure.problem;
  return failure instanceof Error ? failure.message : 'unknown';
}

/** Fetches the configuration once. Never rejects: any error is logged and the result is `emptyConfiguration`. */
export async function loadConfiguration(options: LoadConfigurationOptions): Promise<RuntimeConfiguration> {
  const { url, clock, logger, deadlineMs = configurationDeadlineMs } = options;
  const deadline = startDeadline(clock?.sleep?.bind(clock) ?? sleepForReal, deadlineMs, '');
  try {
    const response = await deadline.race(
      options.fetch(url, {
        method: 'GET',
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: deadline.signal,
      }),
    );
    if (response.status !== 200) throw new TrimtabError(`${url} answered ${response.status}`);
    return readConfiguration(await readJson(response, deadline), logger);
  } catch (error) {
    const failure = deadline.failure() ?? error;
    logger?.warn('The configuration could not be fetched; starting without it', {
      problem: problemOf(failure),
    });
    return emptyConfiguration;
  } finally {
    deadline.end();
  }
}
