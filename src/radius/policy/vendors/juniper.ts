import { VendorId } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { taggedText } from '../../protocol/packet/tagged.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

const ADDRESS_POOL_NAME = 2;
const SERVICE_ACTIVATE = 65;
const SERVICE_DEACTIVATE = 66;

/** The tag that groups a service with attributes about it, of which there are none. */
const TAG = 1;

/** The name of a service profile on the router, which may take parameters: `internet({down_bps},{up_bps})`. */
const RATE_SERVICE = 'rate-{down_kbps}-{up_kbps}';

/** Junos and JunosE subscriber management. A CoA exchanges services, but no address or pool. */
export const juniper: Vendor = {
  name: 'Juniper',
  canChange: { rate: true, pool: false, address: false, addressList: false },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.vendorText(VendorId.Erx, ADDRESS_POOL_NAME, pool);
    activate(writer, service(profile));
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const writer = new AttributeWriter();
    const before = service(granted);
    const after = service(profile);
    // The old service would stay active beside the new one if it were not named.
    if (before !== null) writer.vendorText(VendorId.Erx, SERVICE_DEACTIVATE, before);
    activate(writer, after);
    return writer.bytes();
  },
};

/** The service for the profile's rate; null without a rate, or when only one direction of a two-sided service is limited. */
function service(profile: AccessProfile): string | null {
  return hasRate(profile) ? expand(profile.templates?.Juniper ?? RATE_SERVICE, profile) : null;
}

function activate(writer: AttributeWriter, name: string | null): void {
  if (name !== null) writer.vendorText(VendorId.Erx, SERVICE_ACTIVATE, taggedText(TAG, name));
}
