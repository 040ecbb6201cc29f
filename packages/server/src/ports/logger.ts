/**
 * Writes one line of the server's log: an event and its fields. The implementation redacts secrets, and is the only place
 * that does.
 */
export type Logger = (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields?: object) => void;
