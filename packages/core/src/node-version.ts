type RunningNode = { readonly versions: { readonly node: string }; readonly execPath: string };

/**
 * An error message if this Node is older than the first version in `needed`, such as `>=24.11`; otherwise null. Programs
 * bundle this file for much older versions of Node, which must be able to print the message.
 */
export function problemOfNode(program: string, needed: string, { versions, execPath }: RunningNode): string | null {
  const [oldest = ''] = /[\d.]+/.exec(needed) ?? [];
  const [major = 0, minor = 0] = oldest.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return null;
  return `${program}: needs Node ${oldest} or later, but this is ${versions.node} (${execPath}).\n`;
}
