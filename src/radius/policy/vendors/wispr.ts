import { zonedTime } from '../../../core/zone.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import { type AccessProfile, hasRate } from './profile.ts';
import { redirectUrl } from './redirect.ts';
import { poolOf, type Vendor, writeCommon } from './vendor.ts';

/** IANA enterprise number of the Wi-Fi Alliance (WISPr 1.0, appendix). */
const VENDOR_ID = 14122;
const REDIRECTION_URL = 4;
const BANDWIDTH_MAX_UP = 7;
const BANDWIDTH_MAX_DOWN = 8;
const SESSION_TERMINATE_TIME = 9;

/** Of CoovaChilli, since WISPr has no limit of volume: the low 32 bits, and the rest. */
const CHILLISPOT = 14559;
const MAX_TOTAL_OCTETS = 3;
const MAX_TOTAL_GIGAWORDS = 23;

/** The rate attributes have 32 bits, for bit/s: 4.29 Gbit/s. */
const MAX_KBPS = Math.floor(0xffff_ffff / 1000);

/** Hotspots and access controllers that take the attributes of WISPr. */
export const wispr: Vendor = {
  canChange: { rate: true, pool: false, address: false, addressList: false },

  acceptAttributes(profile) {
    const writer = new AttributeWriter();
    writeCommon(writer, profile);
    const pool = poolOf(profile);
    if (pool !== null) writer.text(Attribute.FramedPool, pool);
    const url = redirectUrl(profile);
    if (url !== null) writer.vendorText(VENDOR_ID, REDIRECTION_URL, url);
    writeRates(writer, profile);
    return writer.bytes();
  },

  changeAttributes(profile, granted) {
    // A CoA without a rate leaves the one that was there.
    const ends = (kbps: 'upKbps' | 'downKbps') => Boolean(granted[kbps]) && !profile[kbps];
    if (ends('upKbps') || ends('downKbps')) return null;
    const writer = new AttributeWriter();
    writeRates(writer, profile);
    return writer.bytes();
  },

  writeVolume(writer, bytes) {
    writer.vendorInteger(CHILLISPOT, MAX_TOTAL_OCTETS, Number(bytes & 0xffff_ffffn));
    const gigawords = Number(bytes >> 32n);
    if (gigawords > 0) writer.vendorInteger(CHILLISPOT, MAX_TOTAL_GIGAWORDS, gigawords);
  },

  /** `2026-11-30T18:30:00+05:30`, on the clock of the ISP. */
  writeEnd(writer, at, zone) {
    writer.vendorText(VENDOR_ID, SESSION_TERMINATE_TIME, zonedTime(at, zone));
  },
};

function writeRates(writer: AttributeWriter, profile: AccessProfile): void {
  if (!hasRate(profile)) return;
  const write = (type: number, kbps: number | null) => {
    if (kbps) writer.vendorInteger(VENDOR_ID, type, Math.min(kbps, MAX_KBPS) * 1000);
  };
  write(BANDWIDTH_MAX_UP, profile.upKbps);
  write(BANDWIDTH_MAX_DOWN, profile.downKbps);
}
