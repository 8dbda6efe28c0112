/** A packet as FreeRADIUS's programs print it: a header line, and an indented line for each attribute. */
export interface Packet {
  readonly direction: 'Sent' | 'Received';
  readonly code: string;
  readonly id: number;
  /** In the order of the packet. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

const HEAD = /^(Sent|Received) (\S+) Id (\d+) from /;

/** The packets in what `radclient -x` wrote. */
export function packetsIn(output: string): Packet[] {
  const packets: (Packet & { attributes: [string, string][] })[] = [];
  for (const line of output.split('\n')) {
    const [, direction, code = '', id] = HEAD.exec(line) ?? [];
    if (direction) packets.push({ direction: direction as Packet['direction'], code, id: Number(id), attributes: [] });
    const attribute = attributeIn(line);
    if (attribute) packets.at(-1)?.attributes.push(attribute);
  }
  return packets;
}

/** `\tUser-Name = "ravi"` → `['User-Name', 'ravi']` */
export function attributeIn(line: string): [string, string] | undefined {
  const [, name, value] = /^\t([A-Za-z][\w.:-]*) = (.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : [name, bare(value)];
}

const bare = (value: string) => (/^".*"$/.test(value) ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value);

/** The attribute of that name, undefined where there is none. */
export function attributeOf(packet: Pick<Packet, 'attributes'>, name: string): string | undefined {
  return packet.attributes.find(([known]) => known === name)?.[1];
}
