/**
 * Everything that the search box shows below itself. It is one module, because all of it is loaded together after the
 * page.
 */
export { commandsOf } from './commands.ts';
export { offeredResults, rankResults } from './results.ts';
export { SearchResults } from './SearchResults.tsx';
