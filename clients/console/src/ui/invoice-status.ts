import { today } from './day.ts';

/** A name of a status: paid, open, or open beyond its day. */
export function invoiceStatus({ paid, due_on }: { paid: boolean; due_on: string }): string {
  if (paid) return 'Paid';
  return due_on < today() ? 'Overdue' : 'Open';
}
