/**
 * Where one sentence ends and the next begins; a reason has many, and as one block nobody reads it. A sentence of ours may
 * begin with a container's name, which is written small.
 */
export const whySentences = (text: string): string[] => [
  ...new Set(text.split(/(?<=[.;]) (?=\p{Lu})|(?<=\.) (?=\S+ (?:CPU|memory) )/u)),
];
