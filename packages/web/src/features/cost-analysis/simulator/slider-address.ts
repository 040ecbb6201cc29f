import { type SimulatedPercentages, sliderRange, targetKey } from '@trimtab/core';

/** The sliders that were moved, by the slot of their target, in the order in which they were moved. */
export type MovedSliders = ReadonlyMap<string, SimulatedPercentages>;

// An entry has 12 characters: the target's slot and the two percentages in base 36, `00` for a slider that was not moved.
// Names would be readable, but hundreds of them are too long for an address.
const slotLength = 8;
const entryLength = slotLength + 4;
const entry = /^([\w-]{8})([0-9a-z]{2})([0-9a-z]{2})$/;

/** The maximum number of targets in the address. They take 1,800 characters. */
export const maxAddressed = 150;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A hash of 48 bits that identifies a target in the address. Among 10,000 targets a collision has a chance of 1 in 5 million. */
export function sliderSlot(target: { namespace: string; name: string }): string {
  const key = targetKey(target);
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let index = 0; index < key.length; index += 1) {
    const unit = key.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995) ^ (low >>> 15);
  }
  const letters = [high ^ (high >>> 15), low ^ (low >>> 13)].flatMap((half) =>
    [0, 6, 12, 18].map((shift) => digits.charAt((half >>> shift) & 63)),
  );
  return letters.join('');
}

/** Reads the sliders from the address. Invalid entries are ignored, because anyone can edit an address. */
export function readSliders(text: string | null): MovedSliders {
  const moved = new Map<string, SimulatedPercentages>();
  if (text === null || text.length > maxAddressed * entryLength) return moved;
  for (let at = 0; at < text.length; at += entryLength) {
    const [, slot, cpu, memory] = entry.exec(text.slice(at, at + entryLength)) ?? [];
    if (slot === undefined) continue;
    const percentages = { ...percentage('cpu', cpu), ...percentage('memory', memory) };
    if (Object.keys(percentages).length > 0) moved.set(slot, percentages);
  }
  return moved;
}

function percentage(resource: 'cpu' | 'memory', text: string | undefined): SimulatedPercentages {
  const percent = Number.parseInt(text ?? '', 36);
  return percent >= sliderRange.min && percent <= sliderRange.max ? { [resource]: percent } : {};
}

const written = (percent = 0) => percent.toString(36).padStart(2, '0');

/** Writes the sliders for the address. If there are too many, it keeps those that were moved last. */
export function writeSliders(moved: MovedSliders): string | null {
  if (moved.size === 0) return null;
  return [...moved]
    .slice(-maxAddressed)
    .map(([slot, { cpu, memory }]) => `${slot}${written(cpu)}${written(memory)}`)
    .join('');
}
