import { openHomePage } from './home-page.ts';

// For the script that drives the page: a bundle has no other door.
Object.assign(globalThis, { openHomePage });
