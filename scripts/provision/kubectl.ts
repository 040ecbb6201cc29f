import { unpackedProgram } from './unpacked-program.ts';

export const { find: findKubectl, provision: provisionKubectl } = unpackedProgram({
  title: 'kubectl',
  command: 'kubectl',
  variable: 'KUBECTL_BIN',
  debianPackage: 'kubernetes-client',
  homebrewPackage: 'kubernetes-cli',
  downloadPage: 'https://kubernetes.io/docs/tasks/tools/',
});
