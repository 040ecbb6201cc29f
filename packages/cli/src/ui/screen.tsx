/** All of ink and React is behind this file: it is loaded when a terminal is drawn on, and only then. */
export { draw } from './screen-parts.tsx';
export { watch } from './watch/run.tsx';
