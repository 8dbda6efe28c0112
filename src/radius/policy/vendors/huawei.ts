import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { redirectUrl } from './redirect.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number. */
const VENDOR_ID = 2011;
const QOS_PROFILE_NAME = 31;
const HTTP_REDIRECT_URL = 140;
const DELEGATED_IPV6_PREFIX_POOL = 191;

/** Committed and peak rate in bit/s. Input is from the subscriber. */
const INPUT = { average: 2, peak: 3 } as const;
const OUTPUT = { average: 5, peak: 6 } as const;

/** The rate attributes have 32 bits, for bit/s: 4.29 Gbit/s. */
const MAX_KBPS = Math.floor(0xffff_ffff / 1000);

/** The QoS profile on the router for rates that do not fit. The router takes a user without such a profile offline. */
const QOS_PROFILE = 'rate-{down_kbps}-{up_kbps}';

/** VRP: NE40E, ME60, NetEngine 8000. A CoA changes rates and QoS profile, but not address or pool. */
export const huawei: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: false },
  ipv6Pools: { vendor: VENDOR_ID, framed: null, delegated: DELEGATED_IPV6_PREFIX_POOL },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.text(Attribute.FramedPool, pool);
    writeLimit(writer, limitOf(profile));
    const url = redirectUrl(profile);
    if (url !== null) writer.vendorText(VENDOR_ID, HTTP_REDIRECT_URL, url);
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const [before, after] = [limitOf(granted), limitOf(profile)];
    // No CoA removes a limit, and one of the other kind would stay beside the new one.
    if (kindsOf(before).some((kind) => !kindsOf(after).includes(kind))) return null;
    if (before !== null && 'name' in before !== (after !== null && 'name' in after)) return null;
    const writer = new AttributeWriter();
    writeLimit(writer, after);
    return writer.bytes();
  },
};

/** The name of a QoS profile, or rates in kbit/s; a rate of 0 is no limit. */
type Limit = { readonly name: string } | { readonly up: number; readonly down: number };

/** Null without a limit. */
function limitOf(profile: AccessProfile): Limit | null {
  if (!hasRate(profile)) return null;
  const [up, down] = [profile.upKbps ?? 0, profile.downKbps ?? 0];
  const named = profile.rateTemplate ?? (Math.max(up, down) > MAX_KBPS ? QOS_PROFILE : null);
  const name = named && expand(named, profile);
  return name ? { name } : { up: Math.min(up, MAX_KBPS), down: Math.min(down, MAX_KBPS) };
}

function kindsOf(limit: Limit | null): string[] {
  if (limit === null) return [];
  if ('name' in limit) return ['name'];
  return [...(limit.up > 0 ? ['up'] : []), ...(limit.down > 0 ? ['down'] : [])];
}

function writeLimit(writer: AttributeWriter, limit: Limit | null): void {
  if (limit === null) return;
  if ('name' in limit) {
    writer.vendorText(VENDOR_ID, QOS_PROFILE_NAME, limit.name);
    return;
  }
  writeRate(writer, INPUT, limit.up);
  writeRate(writer, OUTPUT, limit.down);
}

function writeRate(writer: AttributeWriter, { average, peak }: typeof INPUT | typeof OUTPUT, kbps: number): void {
  if (kbps === 0) return;
  writer.vendorInteger(VENDOR_ID, average, kbps * 1000);
  writer.vendorInteger(VENDOR_ID, peak, kbps * 1000);
}
