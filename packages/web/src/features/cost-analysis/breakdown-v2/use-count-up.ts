import { useEffect, useRef, useState } from 'react';
import { isMotionReduced } from '../motion.ts';

const countUpMs = 1_000;
const countUpSteps = 60;

/**
 * Animates a number from its last value to the new one in 60 steps within one second. With reduced motion it changes
 * immediately. null means that there is no value yet.
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
      // Progress depends on the time instead of the number of calls, because timers are late on a busy page.
      const step = Math.min(countUpSteps, Math.round(((performance.now() - began) / countUpMs) * countUpSteps));
      if (step >= countUpSteps) clearInterval(timer);
      arrive(step >= countUpSteps ? value : from + ((value - from) * step) / countUpSteps);
    }, countUpMs / countUpSteps);
    return () => clearInterval(timer);
  }, [value]);
  return value === null ? null : shown;
}
