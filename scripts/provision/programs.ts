import { findChromium, provisionChromium } from './chromium.ts';
import { findPrometheus, provisionPrometheus } from './prometheus.ts';

/** The environment variables that the tests and the benches read. A program that is missing has none. */
export type Programs = { TRIMTAB_CHROMIUM?: string; PROMETHEUS_BIN?: string };

/** The programs that this machine already has. */
export function findPrograms(): Programs {
  const [chromium, prometheus] = [findChromium(), findPrometheus()];
  return {
    ...(chromium === null ? {} : { TRIMTAB_CHROMIUM: chromium }),
    ...(prometheus === null ? {} : { PROMETHEUS_BIN: prometheus }),
  };
}

/** Installs what is missing, where that is possible. Each problem is a sentence with the command that solves it. */
export async function provisionPrograms(
  say: (line: string) => void,
): Promise<{ programs: Programs; problems: string[] }> {
  const provisions = [await provisionChromium(say), await provisionPrometheus(say)];
  return {
    programs: findPrograms(),
    problems: provisions.flatMap((each) => (each.path === null ? [each.problem] : [])),
  };
}
