import { Attribute } from '../../protocol/packet/attribute.ts';
import { bitsOf } from '../../protocol/packet/occurrences.ts';
import type { Packet } from '../../protocol/packet/packet.ts';

/** The bundle of multilink PPP (RFC 1990) of which an accounting session is a link. Each link counts its own octets. */
export interface Bundle {
  /** Acct-Multi-Session-Id, which all links of the bundle have. */
  readonly id: string;
  /** Acct-Link-Count: how many links there have been so far, this one included. NASes say 1 of PPP without multilink, too. */
  readonly links: number;
}

const LINK_COUNT = bitsOf(Attribute.AcctLinkCount);

/**
 * The bundle of a packet (RFC 2866 sections 5.10 and 5.11); null: its session is no link. Other sessions that share an
 * Acct-Multi-Session-Id, such as those of a roaming device or of two ways to account for one, have no Acct-Link-Count.
 */
export function bundleIn(packet: Packet): Bundle | null {
  if ((packet.seen & LINK_COUNT) === 0) return null;
  const links = packet.integer(Attribute.AcctLinkCount);
  const id = links === null || links === 0 ? null : packet.text(Attribute.AcctMultiSessionId);
  return links === null || id === null || id === '' ? null : { id, links };
}

/** Whether the session is a link beside others, which are of the same line. */
export const isFurtherLink = (bundle: Bundle | null): boolean => bundle !== null && bundle.links > 1;
