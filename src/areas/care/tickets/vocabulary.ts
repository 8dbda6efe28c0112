import * as wire from '../../../core/wire/index.ts';

export const PRIORITIES = ['Low', 'Normal', 'High', 'Urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Who brought the ticket. The text of `Portal` is what the subscriber wrote, and shown to them. */
export const SOURCES = ['Staff', 'Portal', 'Voice', 'Api'] as const;
export type Source = (typeof SOURCES)[number];

/** How a ticket was resolved. */
export const RESOLUTIONS = ['Fixed', 'Explained', 'Adjusted', 'Replaced', 'NoFault', 'Other'] as const;

/** `Internal`: a reseller sees none of its ISP; `Public`: a reply, which the subscriber sees. */
export const ENTRY_KINDS = ['Internal', 'Shared', 'Public'] as const;

export const ticketShape = {
  categoryid: wire.id(),
  priority: wire.oneOf(PRIORITIES),
  text: wire.text(4000),
  number: wire.text(100),
};
