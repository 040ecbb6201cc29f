/** How much a suggestion leaves unused. Least reliable first. */
export const modelModes = ['cost_savings', 'balanced', 'max_assurance'] as const;
export type ModelMode = (typeof modelModes)[number];
