import type { Grant } from './session.ts';

// Notifications between nodes, each after the id of its sender: `:<id>,<id>…` for the services of opened sessions,
// `+[[id, NAS, MAC address, port], …]` for accepted log-ins, and `!` for presence.

export const NODE_ID_OCTETS = 6;
/** In hexadecimal digits. */
const NODE_ID_LENGTH = 2 * NODE_ID_OCTETS;
/** A notification holds 8000 octets. */
const MAX_OCTETS = 7_500;

export type News = { readonly opened: number } | { readonly granted: Grant };

export interface PeerMessage {
  /** Services of which the sender has opened sessions. */
  readonly opened: readonly number[];
  readonly granted: readonly Grant[];
}

export function presenceMessage(nodeId: string): string {
  return `${nodeId}!`;
}

/** As many messages as needed, accepted log-ins first. */
export function newsMessages(nodeId: string, news: readonly News[]): string[] {
  const granted = news.flatMap((each) => ('granted' in each ? [textOf(each.granted)] : []));
  const opened = news.flatMap((each) => ('opened' in each ? [String(each.opened)] : []));
  return [
    ...joined(granted).map((text) => `${nodeId}+[${text}]`),
    ...joined(opened).map((text) => `${nodeId}:${text}`),
  ];
}

export function isFrom(nodeId: string, payload: string): boolean {
  return payload.startsWith(nodeId);
}

export function readPeerMessage(payload: string): PeerMessage {
  const kind = payload[NODE_ID_LENGTH];
  const text = payload.slice(NODE_ID_LENGTH + 1);
  return {
    opened: kind === ':' ? text.split(',').map(Number) : [],
    granted: kind === '+' ? grantsIn(text) : [],
  };
}

function textOf({ serviceId, nasId, mac, nasPort }: Grant): string {
  return JSON.stringify([serviceId, nasId, mac, nasPort]);
}

function grantsIn(text: string): Grant[] {
  const rows: [number, number, string | null, string | null][] = JSON.parse(text);
  return rows.map(([serviceId, nasId, mac, nasPort]) => ({ serviceId, nasId, mac, nasPort }));
}

/** The texts separated by commas, in as many pieces as notifications are needed. */
function joined(texts: readonly string[]): string[] {
  const pieces: string[] = [];
  let octets = MAX_OCTETS;
  for (const text of texts) {
    const more = Buffer.byteLength(text) + 1;
    if (octets + more > MAX_OCTETS) {
      pieces.push(text);
      octets = 0;
    } else {
      pieces.push(`${pieces.pop()},${text}`);
    }
    octets += more;
  }
  return pieces;
}
