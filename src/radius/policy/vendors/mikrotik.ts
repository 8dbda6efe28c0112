import { Attribute, VendorId } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

const RATE_LIMIT = 8;
const ADDRESS_LIST = 19;

/**
 * RouterOS. Mikrotik-Rate-Limit is `rx/tx` as the router sees it, so the subscriber's upload comes first; the plan's burst
 * follows, or what a template says. RouterOS changes rate and address list of a session by CoA, but never its
 * address or pool.
 */
export const mikrotik: Vendor = {
  name: 'Mikrotik',
  canChange: { rate: true, pool: false, address: false, addressList: true },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.text(Attribute.FramedPool, pool);
    writeLimits(writer, profile);
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    if (takesAway(profile, granted)) return null;
    const writer = new AttributeWriter();
    writeLimits(writer, profile);
    return writer.bytes();
  },
};

/** A CoA sets attributes and takes none back, so where a limit or a list ends, the session has to begin anew. */
function takesAway(profile: AccessProfile, granted: AccessProfile): boolean {
  return (hasRate(granted) && !hasRate(profile)) || (granted.addressList !== null && profile.addressList === null);
}

function writeLimits(writer: AttributeWriter, profile: AccessProfile): void {
  if (hasRate(profile)) writer.vendorText(VendorId.Mikrotik, RATE_LIMIT, rateLimit(profile));
  if (profile.addressList !== null) writer.vendorText(VendorId.Mikrotik, ADDRESS_LIST, profile.addressList);
}

/** The NAS's own form, or `{up}k/{down}k` and the burst, in which 0 stands for a direction without a limit. */
function rateLimit(profile: AccessProfile): string {
  const own = profile.templates?.Mikrotik;
  const written = own && expand(own, profile);
  if (written) return written;
  const rate = `${profile.upKbps ?? 0}k/${profile.downKbps ?? 0}k`;
  return profile.burst === undefined ? rate : `${rate} ${profile.burst}`;
}
