import { fileURLToPath } from 'node:url';

/** The root of the checkout, wherever it lies. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A path below the root. */
export const inCheckout = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
