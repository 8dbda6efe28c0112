import { text } from '../../../core/wire/index.ts';

export const poolName = () => text(64);
