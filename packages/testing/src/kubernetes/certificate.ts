import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a certificate that signs itself: `tls.key` and `tls.crt` in the folder. */
export function makeCertificate(
  folder: string,
  address = '127.0.0.1',
): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=IP:${address}`];
  const words = ['req', '-x509', ...curve, '-days', '2', ...subject, '-keyout', key, '-out', cert];
  execFileSync('openssl', words, { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
