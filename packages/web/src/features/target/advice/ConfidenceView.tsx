import { confidenceOf, type Explanation } from '@trimtab/core';

/** How much the samples support the suggestion, and why. Renders nothing if the server does not explain it. */
export function ConfidenceView({ explanation }: { explanation: Explanation }) {
  const confidence = confidenceOf(explanation);
  if (confidence === null) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Can I trust it?</h3>
      <p className="font-medium">
        Confidence {confidence.level}: {confidence.text}
      </p>
      <ul className="list-disc pl-5 text-ink-2">
        {confidence.reasons.map((reason) => (
          <li key={reason} className="break-words">
            {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
