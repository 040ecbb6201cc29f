import { getOrInsert } from '../../../get-or-insert.ts';
import type { Session } from '../client/connection.ts';
import type { RangeSeries, Sample } from '../client/response.ts';
import { podKey } from '../inventory/owners.ts';
import { imageOf } from '../queries/container-state.ts';
import { valueLabel } from '../queries/promql.ts';
import { askAboutOwners, type Owner, type Owners, ownerKey, type Timeline } from './declared-owners.ts';
import { type AmountKind, declaredQueries, type Span, spanQueries } from './declared-queries.ts';

/** The image of each container; null if the pods of an owner have several. Empty before the first container starts. */
export type Images = ReadonlyMap<string, string | null>;
/** The amount for each container and resource; null if the pods of an owner have several. */
export type Amounts = ReadonlyMap<string, number | null>;
/** By owner. */
export type Timelines<T> = ReadonlyMap<string, Timeline<T>>;

export const amountKey = (container: string, resource: 'cpu' | 'memory'): string => `${container}/${resource}`;
const amountKeyOf = ({ labels }: Pick<Sample, 'labels'>): string =>
  amountKey(labels['container'] ?? '', labels['resource'] === 'cpu' ? 'cpu' : 'memory');

/** What the pods of each owner have at each step. A series has one value of one container. */
function perStep<T>(
  series: readonly RangeSeries[],
  nameOf: (one: RangeSeries) => string,
  valueOf: (one: RangeSeries) => T,
): Timelines<ReadonlyMap<string, T | null>> {
  const found = new Map<string, Map<number, Map<string, T | null>>>();
  for (const one of series) {
    const ofOwner = getOrInsert(found, ownerKey(one), () => new Map<number, Map<string, T | null>>());
    const [name, value] = [nameOf(one), valueOf(one)];
    for (const [time] of one.points) {
      const values = getOrInsert(ofOwner, time, () => new Map<string, T | null>());
      const known = values.get(name);
      values.set(name, known === undefined || known === value ? value : null);
    }
  }
  return found;
}

export const imagesPerStep = (series: readonly RangeSeries[]): Timelines<Images> =>
  perStep(
    series,
    ({ labels }) => labels['container'] ?? '',
    ({ labels }) => imageOf(labels),
  );

export const amountsPerStep = (series: readonly RangeSeries[]): Timelines<Amounts> =>
  perStep(series, amountKeyOf, ({ labels }) => Number(labels[valueLabel]));

type PartReading = {
  readonly session: Session;
  readonly namespaces: readonly string[] | undefined;
  readonly span: Span;
  readonly owners: Owners;
  /** The amounts at the last step that was read. */
  readonly lastAmounts: Map<AmountKind, readonly Sample[]>;
};

/** Timelines of what is the same in the whole span, and of the rest, which is read at each step. */
async function timelines<T>(
  { session, namespaces, span, owners }: PartReading,
  same: ReadonlyMap<string, T>,
  part: 'images' | AmountKind,
  collect: (series: readonly RangeSeries[]) => Timelines<T>,
): Promise<Timelines<T>> {
  const others = [...owners.all].flatMap(([key, owner]) => (same.has(key) ? [] : [owner]));
  const read = collect(
    await askAboutOwners(others, owners, (pods) => session.range(declaredQueries(namespaces, pods)[part], span)),
  );
  const constant = (value: T, owner: Owner): Timeline<T> => ({
    get: (time) => (owner.get(time) === undefined ? undefined : value),
    keys: () => owner.keys(),
  });
  return new Map(
    [...owners.all].flatMap(([key, owner]): [string, Timeline<T>][] => {
      const value = same.get(key);
      const timeline = value === undefined ? read.get(key) : constant(value, owner);
      return timeline === undefined ? [] : [[key, timeline]];
    }),
  );
}

const ofSamples = (samples: readonly Sample[], { ofPod }: Owners): ReadonlyMap<Owner | undefined, readonly Sample[]> =>
  Map.groupBy(samples, ({ labels }) => ofPod.get(podKey(labels)));

/** The images of the pods of each owner. Prometheus joins them only where they changed, differ or are missing at a step. */
export async function readImages(reading: PartReading): Promise<Timelines<Images>> {
  const { session, namespaces, span, owners } = reading;
  const counts = ofSamples(await session.instant(spanQueries(namespaces, span).images, span.end), owners);
  const same = new Map<string, Images>();
  for (const [key, owner] of owners.all) {
    const images = new Map<string, string>();
    const counted = new Map<string, number>();
    let isSame = !owner.isShared;
    for (const { labels, value } of counts.get(owner) ?? []) {
      const { container = '' } = labels;
      const image = imageOf(labels);
      isSame &&= getOrInsert(images, container, () => image) === image;
      counted.set(container, (counted.get(container) ?? 0) + (value ?? Number.NaN));
    }
    if (isSame && [...counted.values()].every((count) => count === owner.samples)) same.set(key, images);
  }
  return timelines(reading, same, 'images', imagesPerStep);
}

/** The sum of all samples of one amount of the pods of an owner, and values that some of the samples have. */
type Sampled = { sum: number; readonly values: Set<number> };

/** Sums of fractions have small errors. */
const tolerance = 1e-10;

/**
 * An amount is constant if the mean of all samples equals every known value. It would also be so if amounts above and below
 * that value cancelled out exactly. To read the lowest and the highest value would take Prometheus almost twice as long.
 */
function isConstant({ sum, values }: Sampled, samples: number): boolean {
  const [value = Number.NaN] = values;
  return values.size === 1 && Math.abs(sum - value * samples) <= tolerance * sum;
}

/** The requests or limits of the pods of each owner. Prometheus joins them only where they are not constant. */
export async function readAmounts(reading: PartReading, kind: AmountKind): Promise<Timelines<Amounts>> {
  const { session, namespaces, span, owners, lastAmounts } = reading;
  const queries = spanQueries(namespaces, span);
  const atOneStep = declaredQueries(namespaces)[kind];
  const [sums, first, last] = await Promise.all([
    session.instant(queries.sums(kind), span.end),
    lastAmounts.get(kind) ?? session.instant(atOneStep, span.start),
    session.instant(atOneStep, span.end),
  ]);
  lastAmounts.set(kind, last);
  const amounts = new Map<Owner, Map<string, Sampled>>();
  const sampled = (owner: Owner | undefined, sample: Sample): Sampled | undefined =>
    owner &&
    getOrInsert(
      getOrInsert(amounts, owner, () => new Map<string, Sampled>()),
      amountKeyOf(sample),
      () => ({ sum: 0, values: new Set<number>() }),
    );
  const ofPod = (sample: Sample) => sampled(owners.ofPod.get(podKey(sample.labels)), sample);
  for (const sample of sums) {
    const one = ofPod(sample);
    if (one !== undefined) one.sum += sample.value ?? Number.NaN;
  }
  for (const sample of [...first, ...last])
    sampled(owners.all.get(ownerKey(sample)), sample)?.values.add(Number(sample.labels[valueLabel]));
  // Owners whose pods ran neither at the start nor at the end.
  const brief = [...amounts].flatMap(([owner, own]) =>
    [...own.values()].some(({ values }) => values.size === 0) ? [owner] : [],
  );
  for (const sample of await askAboutOwners(brief, owners, (pods) =>
    session.instant(queries.highest(kind, pods), span.end),
  ))
    ofPod(sample)?.values.add(sample.value ?? Number.NaN);
  const same = new Map<string, Amounts>();
  for (const [key, owner] of owners.all) {
    const own = [...(amounts.get(owner) ?? [])];
    if (owner.isShared || !own.every(([, one]) => isConstant(one, owner.samples))) continue;
    same.set(key, new Map(own.map(([name, { values }]) => [name, [...values][0] ?? null])));
  }
  return timelines(reading, same, kind, amountsPerStep);
}
