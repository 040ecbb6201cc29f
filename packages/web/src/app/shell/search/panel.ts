/**
 * Everything that the search box shows below itself. It is one module, because all of it is loaded together after the
 * page.
 */
export { find } from './find.ts';
export { SearchResults } from './SearchResults.tsx';
