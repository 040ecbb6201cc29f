/** A bundle exports the names of a CommonJS package only through a module that names them. */
export { Agent, buildConnector, fetch } from 'undici';
