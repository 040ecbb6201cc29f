import { UsageError } from '../failure.ts';

/** An http or https address without credentials: a password in it would appear in shell history and error messages. */
export function apiAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(
      `The API address "${text}" is not an http or https URL.`,
      'Set it as in --api http://127.0.0.1:4400, or in TRIMTAB_API.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      'The API address contains a user name or password, which Trimtab does not send.',
      'Remove the part before the @.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
