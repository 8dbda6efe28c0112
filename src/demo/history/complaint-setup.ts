import { CATEGORIES, type CategoryKey, WORKING_HOURS } from '../business/complaints.ts';
import type { Caller } from './callers.ts';

/** Where complaints go. */
export interface ComplaintSetup {
  readonly queueid: number;
  readonly categoryIds: Readonly<Record<CategoryKey, number>>;
}

/** The queue of the first line, the categories with their limits, and the hours in which they are worked on. */
export async function setUpComplaints(owner: Caller): Promise<ComplaintSetup> {
  await owner.ticket.calendar_set(WORKING_HOURS);
  const queueid = await owner.ticket.queue_create({ name: 'First line' });
  const categoryIds: Partial<Record<CategoryKey, number>> = {};
  for (const [key, { hours, ...category }] of Object.entries(CATEGORIES)) {
    const categoryid = await owner.ticket.category_create({ ...category, queueid, portal: true });
    const limits = { respond_minutes: hours * 10, resolve_minutes: hours * 60 };
    await owner.ticket.sla_set({ categoryid, priority: category.priority, ...limits });
    categoryIds[key as CategoryKey] = categoryid;
  }
  return { queueid, categoryIds: categoryIds as ComplaintSetup['categoryIds'] };
}
