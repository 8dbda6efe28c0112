import type { Outputs } from '@lastmile/client';
import { words } from '../words/words.ts';

/** A report as the node declares it. */
export type DeclaredReport = Outputs['report']['list'][number];

/** The name of a report: the node has it in English. */
export const reportTitle = ({ name, title }: Pick<DeclaredReport, 'name' | 'title'>): string =>
  words.reports.names[name] ?? title;
