import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number. */
const VENDOR_ID = 14988;
const RATE_LIMIT = 8;
/** The low 32 bits of the limit, and the rest. */
const TOTAL_LIMIT = 17;
const TOTAL_LIMIT_GIGAWORDS = 18;
const ADDRESS_LIST = 19;
const DELEGATED_IPV6_POOL = 22;

/** RouterOS. It changes rate and address list of a session by CoA, but never address or pool. */
export const mikrotik: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: true },
  ipv6Pools: { vendor: VENDOR_ID, framed: null, delegated: DELEGATED_IPV6_POOL },
  // A PPP server routes the network of the mask to the subscriber.
  routesByNetmask: true,

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.text(Attribute.FramedPool, pool);
    writeLimits(writer, profile);
    return writer.bytes();
  },

  writeVolume(writer, bytes) {
    writer.vendorInteger(VENDOR_ID, TOTAL_LIMIT, Number(bytes & 0xffff_ffffn));
    const gigawords = Number(bytes >> 32n);
    if (gigawords > 0) writer.vendorInteger(VENDOR_ID, TOTAL_LIMIT_GIGAWORDS, gigawords);
  },

  changeAttributes(profile, granted) {
    if (removesAny(profile, granted)) return null;
    const writer = new AttributeWriter();
    writeLimits(writer, profile);
    return writer.bytes();
  },
};

/** A CoA cannot remove an attribute, so the session must restart when a limit or an address list ends. */
function removesAny(profile: AccessProfile, granted: AccessProfile): boolean {
  return (hasRate(granted) && !hasRate(profile)) || (granted.addressList !== null && profile.addressList === null);
}

function writeLimits(writer: AttributeWriter, profile: AccessProfile): void {
  if (hasRate(profile)) writer.vendorText(VENDOR_ID, RATE_LIMIT, rateLimit(profile));
  if (profile.addressList !== null) writer.vendorText(VENDOR_ID, ADDRESS_LIST, profile.addressList);
}

/**
 * The expanded template, else rate and burst. Mikrotik-Rate-Limit is `rx/tx` as the router sees it, so the subscriber's upload
 * comes first; 0 is no limit.
 */
function rateLimit(profile: AccessProfile): string {
  const { rateTemplate } = profile;
  const expanded = rateTemplate && expand(rateTemplate, profile);
  if (expanded) return expanded;
  const rate = `${profile.upKbps ?? 0}k/${profile.downKbps ?? 0}k`;
  return profile.burst === undefined ? rate : `${rate} ${profile.burst}`;
}
