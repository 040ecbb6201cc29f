import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

type Program = {
  readonly title: string;
  readonly command: string;
  /** The environment variable that may name its path. */
  readonly variable: string;
  readonly debianPackage: string;
  readonly homebrewPackage: string;
  readonly downloadPage: string;
};

/** A program that can be unpacked from Debian's package into .cache, without installing it. */
export function unpackedProgram({ title, command, variable, debianPackage, homebrewPackage, downloadPage }: Program) {
  const folder = inCheckout(`.cache/${command}`);
  const unpacked = join(folder, 'usr/bin', command);
  /** The path in the variable, else the first on PATH, else the unpacked one; null if there is none. */
  const find = (): string | null => {
    const named = process.env[variable];
    if (named && isExecutable(named)) return named;
    return onPath(command) ?? (isExecutable(unpacked) ? unpacked : null);
  };
  /** Finds the program, or unpacks Debian's package. */
  const provision = async (say: (line: string) => void): Promise<Provision> => {
    const found = find();
    if (found) return { path: found };
    if (isDebian()) {
      say(`${title} is not on PATH. Unpacking Debian's package into .cache …`);
      const output = await unpackPackage(debianPackage, folder);
      if (isExecutable(unpacked)) return { path: unpacked };
      const install = `sudo apt-get install ${debianPackage}`;
      return missing(title, "Debian's package could not be unpacked", install, output);
    }
    const install =
      process.platform === 'darwin'
        ? `brew install ${homebrewPackage}`
        : `download it from ${downloadPage} and put it on PATH`;
    return missing(title, 'it is not on PATH', install);
  };
  return { find, provision };
}
