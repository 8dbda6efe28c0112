/** What a documented parameter or field holds. Plain data: nothing here knows the product. */
export type Kind = Shape & {
  /** A documented text of this kind, if not every text is valid. */
  readonly example?: string;
  /** Further valid texts. */
  readonly takes?: readonly string[];
  /** A field of a record: what it shows where it has no value, as far as the contract says. */
  readonly unset?: 'null' | 'empty text';
};

type Shape =
  | {
      readonly is:
        | 'id'
        | 'owner id'
        | 'text'
        | 'partial text'
        | 'wildcard'
        | 'date'
        | 'timestamp'
        | 'date or timestamp'
        | 'IPv4'
        | 'IP'
        | 'IPv4 octets'
        | 'IPv6'
        | 'IPv6 prefix'
        | 'IPv6 range'
        | 'MAC'
        | 'money'
        | 'numeric'
        | 'JSON integer'
        | 'left open';
    }
  | { readonly is: 'integer'; readonly min?: number; readonly max?: number }
  | { readonly is: 'percent'; readonly min: 0; readonly max: 100 }
  | { readonly is: 'flag'; readonly yes: string; readonly no: string }
  | {
      readonly is: 'enum';
      readonly values: readonly string[];
      /** Another spelling, and the value it means. */
      readonly same?: Readonly<Record<string, string>>;
      /** Values that section 2 or 3 has for the field and the endpoint's own list has not: may be accepted or refused. */
      readonly elsewhere?: readonly string[];
    }
  | { readonly is: 'csv'; readonly of: Kind }
  | {
      readonly is: 'comparison';
      readonly of: Kind;
      /** Texts accepted instead of a comparison. */
      readonly literals?: readonly string[];
    };

const simple = <const I extends Extract<Shape, { is: string }>['is']>(is: I) => ({ is }) as Kind & { is: I };

export const id = simple('id');
/** `resellerid`, where 0 stands for the ISP itself (2.4). */
export const ownerId = simple('owner id');
export const text = simple('text');
export const partial = simple('partial text');
export const wildcard = simple('wildcard');
export const date = simple('date');
export const timestamp = simple('timestamp');
export const dateOrTimestamp = simple('date or timestamp');
export const ipv4 = simple('IPv4');
/** An IPv4 address in the contract; a NAS may have an IPv6 address too. */
export const nasIp = simple('IP');
/** The first three octets of an IPv4 address. */
export const ip3 = simple('IPv4 octets');
export const ipv6 = simple('IPv6');
/** Of a subscriber or a pool: 16 to 64 bits. */
export const ipv6Prefix = simple('IPv6 prefix');
/** An address or a prefix. */
export const ipv6Range = simple('IPv6 range');
export const mac = simple('MAC');
export const money = simple('money');
export const numeric = simple('numeric');
/** In a result: a JSON integer, where the contract says so. */
export const jsonInteger = simple('JSON integer');
/** What the contract names without describing it. */
export const leftOpen = simple('left open');

export const integer = (min?: number, max?: number): Kind => ({
  is: 'integer',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
export const percent: Kind = { is: 'percent', min: 0, max: 100 };

const flag = (yes: string, no: string): Kind => ({ is: 'flag', yes, no });
export const flagYN = flag('Y', 'N');
export const flag01 = flag('1', '0');
export const flagOnOff = flag('on', 'off');

export const oneOf = (...values: string[]) => ({ is: 'enum', values }) satisfies Kind;
export const csv = (of: Kind): Kind => ({ is: 'csv', of });
export const compared = (of: Kind): Kind => ({ is: 'comparison', of });

export const withExample = (example: string, kind: Kind): Kind => ({ ...kind, example });
export const alsoTaking = (takes: readonly string[], kind: Kind): Kind => ({ ...kind, takes });
export const orNull = (kind: Kind): Kind => ({ ...kind, unset: 'null' });
export const orEmpty = (kind: Kind): Kind => ({ ...kind, unset: 'empty text' });

/** A name, an address, a note: any language, any punctuation. */
export const prose = alsoTaking(['Śrī Nagar & Co., №7 (2nd floor)'], text);
export const email = withExample('ravi@example.net', text);
export const mobile = withExample('9800000001', text);
/** The code of a location, an ISP or a reseller. */
export const code = withExample('BLR', text);
export const password = alsoTaking(['p@ss %w0rd,1'], text);
/** Signed money: above 0 is owed, below 0 is paid in advance. */
export const signedMoney = alsoTaking(['-12.50'], money);
export const kbps = withExample('1024', integer());
/** A volume; 0 is unlimited. */
export const gigabytes = alsoTaking(['0', '100', '0.5'], numeric);
