import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SecretsKeys } from '../../config/secrets-keys.ts';

/** 128 bits. The longest name of a service that looks like one would need 25 characters of this form. */
const FORM = /^hs-[A-Za-z0-9_-]{22}$/;

/** How long a ticket can be used, in milliseconds. */
export const TICKET_MS = 60_000;

/** The User-Name that a guest's device logs in with. */
export const newTicket = (): string => `hs-${randomBytes(16).toString('base64url')}`;

/** Whether a User-Name may be a ticket. */
export const isTicket = (username: string): boolean => username.length === 25 && FORM.test(username);

/** What the database keeps of a ticket. */
export const ticketDigest = (ticket: string): Buffer =>
  createHash('sha256').update(`hotspot ticket ${ticket}`).digest();

/** The password that belongs to a ticket, which no database has and no page shows where the NAS takes CHAP. */
export const ticketPassword = ({ current }: SecretsKeys, ticket: string): string => passwordBy(current, ticket);

/** By each key of the installation, so that a change of keys ends no log-in. */
export const ticketPasswords = ({ all }: SecretsKeys, ticket: string): string[] =>
  all.map((key) => passwordBy(key, ticket));

const passwordBy = (key: Buffer, ticket: string): string =>
  createHmac('sha256', key).update(`hotspot password ${ticket}`).digest('hex').slice(0, 32);
