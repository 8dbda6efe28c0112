/** The layout of a value; a `secret` has any layout and is never shown. */
export type Kind = 'text' | 'integer' | 'ipv4' | 'ipv6' | 'ipv6-prefix' | 'interface-id' | 'time' | 'octets' | 'secret';

/** `tagged` values start with a tag (RFC 2868 section 3). */
export type AttributeEntry = readonly [name: string, kind: Kind, tagged?: 'tagged'];

/** Attributes by number. */
export type AttributeTable = Readonly<Record<number, AttributeEntry>>;

/** Names of enumerated values, by attribute name and number. */
export type ValueTable = Readonly<Record<string, Readonly<Record<number, string>>>>;
