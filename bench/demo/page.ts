import { openHomePage } from './home-page.ts';

// Gives the measuring script access to the bundle's functions.
Object.assign(globalThis, { openHomePage });
