import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { expand } from './template.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/**
 * accel-ppp and VyOS, whose shaper reads the rates from Filter-Id as `down/up` in kbit/s unless configured otherwise; 0 is no
 * limit. A CoA shapes the session anew. With `vendor=Mikrotik` in its configuration the NAS is one of vendor Mikrotik.
 */
export const accel: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: false },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.text(Attribute.FramedPool, pool);
    if (hasRate(profile)) writer.text(Attribute.FilterId, rateOf(profile));
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    // A CoA without a rate leaves the shaper as it is.
    if (hasRate(granted) && !hasRate(profile)) return null;
    return new AttributeWriter().text(Attribute.FilterId, rateOf(profile)).bytes();
  },
};

function rateOf(profile: AccessProfile): string {
  const { rateTemplate, downKbps, upKbps } = profile;
  return (rateTemplate && expand(rateTemplate, profile)) || `${downKbps ?? 0}/${upKbps ?? 0}`;
}
