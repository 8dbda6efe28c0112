/** How a value is laid out; `secret` is never shown, however it is laid out. */
export type Kind = 'text' | 'integer' | 'ipv4' | 'ipv6' | 'ipv6-prefix' | 'interface-id' | 'time' | 'octets' | 'secret';

/** `tagged` values have a tag in front (RFC 2868 section 3). */
export type AttributeEntry = readonly [name: string, kind: Kind, tagged?: 'tagged'];

/** Attributes by number. */
export type AttributeTable = Readonly<Record<number, AttributeEntry>>;

/** Names of enumerated values by the name of the attribute and the number of the value. */
export type ValueTable = Readonly<Record<string, Readonly<Record<number, string>>>>;
