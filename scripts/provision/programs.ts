import { findChromium, provisionChromium } from './chromium.ts';
import { preferHeadlessShell } from './headless-shell.ts';
import { findHelm, provisionHelm } from './helm.ts';
import { findKubectl, provisionKubectl } from './kubectl.ts';
import { findPgbouncer, provisionPgbouncer } from './pgbouncer.ts';
import { findPostgresPrograms, provisionPostgres } from './postgres.ts';
import { findPrometheus, provisionPrometheus } from './prometheus.ts';
import { findVictoriaMetrics, provisionVictoriaMetrics } from './victoria-metrics.ts';

/** The environment variables that the tests and the benches read. A missing program has none. */
export type Programs = {
  TRIMTAB_CHROMIUM?: string;
  PROMETHEUS_BIN?: string;
  KUBECTL_BIN?: string;
  HELM_BIN?: string;
  POSTGRES_BIN?: string;
  PGBOUNCER_BIN?: string;
  VICTORIA_METRICS_BIN?: string;
};

/** The programs that this machine already has. */
export function findPrograms(): Programs {
  const [chromium, prometheus, kubectl, helm] = [findChromium(), findPrometheus(), findKubectl(), findHelm()];
  const [postgres, pgbouncer, victoria] = [findPostgresPrograms(), findPgbouncer(), findVictoriaMetrics()];
  return {
    ...(chromium === null ? {} : { TRIMTAB_CHROMIUM: chromium }),
    ...(prometheus === null ? {} : { PROMETHEUS_BIN: prometheus }),
    ...(kubectl === null ? {} : { KUBECTL_BIN: kubectl }),
    ...(helm === null ? {} : { HELM_BIN: helm }),
    ...(postgres === null ? {} : { POSTGRES_BIN: postgres }),
    ...(pgbouncer === null ? {} : { PGBOUNCER_BIN: pgbouncer }),
    ...(victoria === null ? {} : { VICTORIA_METRICS_BIN: victoria }),
  };
}

/** Installs missing programs if possible. Each problem is a sentence with the command that solves it. */
export async function provisionPrograms(
  say: (line: string) => void,
): Promise<{ programs: Programs; problems: string[] }> {
  const chromium = await provisionChromium(say);
  const provisions = [
    chromium,
    await provisionPrometheus(say),
    await provisionKubectl(say),
    await provisionPostgres(say),
  ];
  // Tests that need these are skipped with this reason, because only a few tests depend on them.
  for (const optional of [
    await provisionHelm(say),
    await provisionPgbouncer(say),
    await provisionVictoriaMetrics(say),
  ]) {
    if (optional.path === null) say(optional.problem);
  }
  return {
    programs: {
      ...findPrograms(),
      ...(chromium.path === null ? {} : { TRIMTAB_CHROMIUM: await preferHeadlessShell(chromium.path, say) }),
    },
    problems: provisions.flatMap((each) => (each.path === null ? [each.problem] : [])),
  };
}
