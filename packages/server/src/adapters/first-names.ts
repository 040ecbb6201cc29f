const mostNamed = 3;

/** The first names of a list, and how many more there are: `a, b, c and 2 more`. */
export function firstNames(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
