/**
 * Splits the reason of a suggestion into its sentences, without duplicates, so that each is shown as a paragraph. A sentence
 * of our server may start with a container's name, which is lowercase.
 */
export const whySentences = (text: string): string[] => [
  ...new Set(text.split(/(?<=[.;]) (?=\p{Lu})|(?<=\.) (?=\S+ (?:CPU|memory) )/u)),
];
