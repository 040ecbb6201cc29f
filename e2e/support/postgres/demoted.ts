/** The unprivileged user and group that Debian and most others reserve. */
const nobody = 65_534;

/** For root: options of `spawn` that start a program as another user. PostgreSQL and PgBouncer refuse to run as root. */
export const demoted: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
