import type { Row } from '../api/client.ts';
import { words } from '../words/words.ts';

/** A report as the node declares it. */
export type DeclaredReport = Row<'report.list'>;

/** The name of a report: the node has it in English. */
export const reportTitle = ({ name, title }: Pick<DeclaredReport, 'name' | 'title'>): string =>
  words.reports.names[name] ?? title;
