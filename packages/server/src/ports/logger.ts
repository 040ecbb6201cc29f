/** Writes one line of the log: an event and its fields. Secrets are redacted by the implementation, and only there. */
export type Logger = (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields?: object) => void;
