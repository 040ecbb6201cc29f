/** A bundle exports the names of a CommonJS package only through a module that names them. */
export { parse } from 'yaml';
