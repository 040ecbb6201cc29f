import { sanitize } from '@trimtab/core';

/**
 * Escapes markup, HTML, formulas, links and mentions, so that data cannot format a comment or notify people. An `@` is
 * put into code, because a backslash does not prevent a mention.
 */
export const escapeMarkdown = (text: string): string =>
  sanitize(text)
    .replace(/[\\`*_[\]<>|#~!&$]|:(?=\/\/)|(?<=\bwww)\./gi, (sign) => `\\${sign}`)
    .replaceAll('@', '`@`');
