import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { taggedText } from '../../protocol/packet/tagged.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { redirectLines } from './redirect.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number of Unisphere, whose attributes (ERX) Junos has inherited. */
const VENDOR_ID = 4874;
const ADDRESS_POOL_NAME = 2;
const SERVICE_ACTIVATE = 65;
const SERVICE_DEACTIVATE = 66;
const IPV6_NDRA_POOL_NAME = 157;
const IPV6_DELEGATED_POOL_NAME = 161;

/** Would group the service with further attributes; none are sent. */
const TAG = 1;

/** The name of a dynamic service profile on the router, which may take parameters: `internet({down_bps},{up_bps})`. */
const RATE_SERVICE = 'rate-{down_kbps}-{up_kbps}';

/** Junos and JunosE subscriber management. A CoA replaces the service, but not address or pool. */
export const juniper: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: false },
  ipv6Pools: { vendor: VENDOR_ID, framed: IPV6_NDRA_POOL_NAME, delegated: IPV6_DELEGATED_POOL_NAME },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.vendorText(VENDOR_ID, ADDRESS_POOL_NAME, pool);
    activate(writer, service(profile));
    for (const name of redirectLines(profile)) activate(writer, name);
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const writer = new AttributeWriter();
    const before = service(granted);
    const after = service(profile);
    // Without this the old service would stay active next to the new one.
    if (before !== null) writer.vendorText(VENDOR_ID, SERVICE_DEACTIVATE, before);
    activate(writer, after);
    return writer.bytes();
  },
};

/** The service for the profile's rate; null without a rate, or if the template needs a direction that is unlimited. */
function service(profile: AccessProfile): string | null {
  return hasRate(profile) ? expand(profile.rateTemplate ?? RATE_SERVICE, profile) : null;
}

function activate(writer: AttributeWriter, name: string | null): void {
  if (name !== null) writer.vendorText(VENDOR_ID, SERVICE_ACTIVATE, taggedText(TAG, name));
}
