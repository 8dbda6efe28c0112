import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { taggedText } from '../../protocol/packet/tagged.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { redirectLines } from './redirect.ts';
import { expand } from './template.ts';
import { keyedLine } from './template-lines.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number of TiMetra, whose attributes SR OS has inherited. */
const VENDOR_ID = 6527;
const DELEGATED_IPV6_POOL = 131;
/** `Ingr-v4:<filter>` or `Ingr-v6:<filter>`; the filter on the router has the address of the page. */
const ONETIME_REDIRECT_FILTER = 136;
const SLAAC_IPV6_POOL = 181;
const SERVICE_ACTIVATE = 151;
const SERVICE_DEACTIVATE = 152;
/** Would group a service with further attributes; none are sent. */
const TAG = 1;

/** The attributes that hold one value, which the next one replaces, by the key of a template line. */
const REPLACED: Readonly<Record<string, number>> = { 'sub-profile': 12, 'sla-profile': 13, 'qos-override': 126 };
const SERVICE = 'service';

/** The SLA profiles `rate-20000-5000` … must exist on the router. */
const SLA_PROFILE = 'sla-profile=rate-{down_kbps}-{up_kbps}';

/** SR OS. A CoA replaces profiles and services, but not address or pool. */
export const nokia: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: false },
  ipv6Pools: { vendor: VENDOR_ID, framed: SLAAC_IPV6_POOL, delegated: DELEGATED_IPV6_POOL },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.text(Attribute.FramedPool, pool);
    for (const limit of limitsOf(profile)) write(writer, limit);
    for (const filter of redirectLines(profile)) writer.vendorText(VENDOR_ID, ONETIME_REDIRECT_FILTER, filter);
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    const [before, after] = [limitsOf(granted), limitsOf(profile)];
    // A profile can be replaced but not removed.
    const remains = ({ key }: Limit) => key === SERVICE || after.some((limit) => limit.key === key);
    if (!before.every(remains)) return null;
    const isIn = (limits: readonly Limit[]) => (one: Limit) =>
      limits.some(({ key, value }) => key === one.key && value === one.value);
    const writer = new AttributeWriter();
    for (const limit of before) if (limit.key === SERVICE && !isIn(after)(limit)) deactivate(writer, limit);
    for (const limit of after) if (limit.key !== SERVICE || !isIn(before)(limit)) write(writer, limit);
    return writer.bytes();
  },
};

interface Limit {
  readonly key: string;
  readonly value: string;
}

/** The expanded lines of the template, without those for an unlimited direction. A line without a key is an SLA profile. */
function limitsOf(profile: AccessProfile): Limit[] {
  if (!hasRate(profile)) return [];
  return (profile.rateTemplate ?? SLA_PROFILE).split('\n').flatMap((line) => {
    const [key, template] = keyedLine(line, [...Object.keys(REPLACED), SERVICE]) ?? ['sla-profile', line.trim()];
    const value = expand(template, profile);
    return value ? [{ key, value }] : [];
  });
}

function write(writer: AttributeWriter, { key, value }: Limit): void {
  const type = REPLACED[key];
  if (type === undefined) writer.vendorText(VENDOR_ID, SERVICE_ACTIVATE, taggedText(TAG, value));
  else writer.vendorText(VENDOR_ID, type, value);
}

function deactivate(writer: AttributeWriter, { value }: Limit): void {
  writer.vendorText(VENDOR_ID, SERVICE_DEACTIVATE, taggedText(TAG, value));
}
