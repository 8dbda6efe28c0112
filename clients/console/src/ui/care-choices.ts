import type { Source } from './form-fields.ts';
import { sourceOf } from './source.ts';

const like = (text: string) => `%${text.replaceAll('%', '')}%`;
const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
const byId = (value: string) => ({ id: Number(value) });

/** What tickets are about. */
export const CATEGORIES = sourceOf({
  path: 'ticket.category_list',
  lists: [{ sort_field: 'name' }],
  finds: (text) => ({ name: like(text) }),
  has: byId,
  choice: named,
});

/** Who takes up work that is assigned to nobody yet. */
export const QUEUES = sourceOf({
  path: 'ticket.queue_list',
  lists: [{ sort_field: 'name' }],
  finds: (text) => ({ name: like(text) }),
  has: byId,
  choice: named,
});

/** Those of the ISP itself. */
export const ISP_QUEUES: Source = { ...QUEUES, lists: [{ resellerid: 0, sort_field: 'name' }] };

/** Login users by their ids. */
export const STAFF = sourceOf({
  path: 'user.list',
  lists: [{ status: 'Active', sort_field: 'username' }],
  finds: (text) => ({ username: like(text) }),
  has: byId,
  choice: ({ id, username }) => ({ value: String(id), label: username }),
});

/** Of the ISP itself for 0, or of one reseller. */
export const staffOf = (resellerid: number): Source => ({
  ...STAFF,
  lists: [{ status: 'Active', resellerid, sort_field: 'username' }],
});

/** The tickets of a customer, newest first. There are few. */
export const ticketsOf = (customerid: number) =>
  sourceOf({
    path: 'ticket.list',
    lists: [{ customerid, sort_field: 'id', sort_order: 'desc' }],
    finds: () => ({}),
    has: byId,
    choice: ({ id, docket, category }) => ({ value: String(id), label: `${docket} · ${category}` }),
  });

/** The latest ones: what subscribers are told of is hardly older. */
export const INCIDENTS = sourceOf({
  path: 'incident.list',
  lists: [{ sort_order: 'DESC' }],
  finds: () => ({ sort_order: 'DESC' }),
  has: byId,
  choice: ({ id, title }) => ({ value: String(id), label: title }),
});
