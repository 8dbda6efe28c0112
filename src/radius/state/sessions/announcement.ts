import { randomBytes } from 'node:crypto';
import { NODE_ID_OCTETS, newsMessages } from './peer-messages.ts';

/** Tells running nodes, as a node would, that the database has sessions of services that they do not know of. */
export const sessionAnnouncement = {
  channel: 'online',
  messagesFor(services: readonly number[]): string[] {
    const sender = randomBytes(NODE_ID_OCTETS).toString('hex');
    return newsMessages(
      sender,
      services.map((opened) => ({ opened })),
    );
  },
};
