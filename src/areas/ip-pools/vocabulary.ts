import { text } from '../../core/wire/index.ts';

/** The name that stands for "no NAS address": what a blocked subscriber is put into. */
export const poolName = () => text(64);
