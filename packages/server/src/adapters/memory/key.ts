// No name contains NUL, so two identities never share a key.
export const key = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string =>
  `${namespace}\0${name}`;
