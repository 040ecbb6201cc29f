export { type PatchFile, type PatchFormat, patchFiles, patchFormats, shellWord } from './files.ts';
export { isEmptyPlan, type PatchPlan, patchPlan } from './plan.ts';
export { planProblems } from './problems.ts';
