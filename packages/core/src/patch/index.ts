export { type BundleFile, type BundleTarget, patchBundle } from './bundle.ts';
export { fetchBundleTargets } from './fetch-bundle.ts';
export { type PatchFile, type PatchFormat, patchFiles, patchFormats, shellWord } from './files.ts';
export { templateNote } from './injected.ts';
export { isDnsLabel, isDnsSubdomain } from './kubernetes-names.ts';
export { isEmptyPlan, type PatchPlan, patchPlan } from './plan.ts';
export { planProblems } from './problems.ts';
export { restorePlan } from './restore.ts';
