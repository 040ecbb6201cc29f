import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The absolute path of a file or folder, given relative to the root. */
export const inCheckout = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
