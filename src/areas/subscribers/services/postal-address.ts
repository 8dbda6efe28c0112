type AddressPart = `${'ia' | 'ba'}_${'zipcode' | 'state' | 'city' | 'street'}`;
type AddressParts = { readonly [P in AddressPart]?: string | null | undefined };

/** Where a service gets its addresses from (`vocabulary.ts`). */
interface AddressKinds {
  readonly installation: string;
  readonly billing: string;
}

/**
 * The address columns to write. Only an address that is `new` has parts of its own; any other follows the customer's or the
 * installation's, and its columns are cleared.
 */
export function addressColumns(parts: AddressParts, { installation, billing }: AddressKinds) {
  const own = (kind: string, part: string | null | undefined) => (kind === 'new' ? part : null);
  return {
    iaZipcode: own(installation, parts.ia_zipcode),
    iaState: own(installation, parts.ia_state),
    iaCity: own(installation, parts.ia_city),
    iaStreet: own(installation, parts.ia_street),
    baZipcode: own(billing, parts.ba_zipcode),
    baState: own(billing, parts.ba_state),
    baCity: own(billing, parts.ba_city),
    baStreet: own(billing, parts.ba_street),
  };
}
