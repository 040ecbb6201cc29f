import { useEffect, useRef, useState } from 'react';
import { isMotionReduced } from '../motion.ts';

/** console.md, section 9. */
const countUpMs = 1_000;
const countUpSteps = 60;

/**
 * A figure that counts from where it stood up to its value, in 60 steps of one second in all; at once under reduced
 * motion. null: nothing to count yet.
 */
export function useCountUp(value: number | null): number | null {
  const [shown, setShown] = useState<number | null>(null);
  const reached = useRef(0);
  useEffect(() => {
    if (value === null) return undefined;
    const from = reached.current;
    const arrive = (at: number) => {
      reached.current = at;
      setShown(at);
    };
    if (isMotionReduced() || from === value) {
      arrive(value);
      return undefined;
    }
    arrive(from);
    const began = performance.now();
    const timer = setInterval(() => {
      // By the clock, not by the calls: a busy page calls late, and one second is one second.
      const step = Math.min(countUpSteps, Math.round(((performance.now() - began) / countUpMs) * countUpSteps));
      if (step >= countUpSteps) clearInterval(timer);
      arrive(step >= countUpSteps ? value : from + ((value - from) * step) / countUpSteps);
    }, countUpMs / countUpSteps);
    return () => clearInterval(timer);
  }, [value]);
  return value === null ? null : shown;
}
