import { unpackedProgram } from './unpacked-program.ts';

/** Unpacked rather than installed, because the installed package would start a service on port 9090. */
export const { find: findPrometheus, provision: provisionPrometheus } = unpackedProgram({
  title: 'Prometheus',
  command: 'prometheus',
  variable: 'PROMETHEUS_BIN',
  debianPackage: 'prometheus',
  homebrewPackage: 'prometheus',
  downloadPage: 'https://prometheus.io/download/',
});
