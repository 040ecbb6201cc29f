import type { TargetName } from '@trimtab/core';

export const targetTitle = ({ namespace, name }: TargetName): string => `${namespace}/${name}`;
