/** Maximum octets that each placeholder of a rate template expands to: 1 Tbit/s, and the longest burst. */
const RATES = { up_kbps: 10, down_kbps: 10, up_bps: 13, down_bps: 13 } as const;
const BURST = { burst: 75 } as const;

interface NasVendor {
  /** Placeholders of its rate template; `radius/policy/vendors/template.ts` fills them in. */
  readonly placeholders: Readonly<Record<string, number>>;
  /** Maximum octets of a template line: 247 in a vendor attribute (RFC 2865 section 5.26), one less with a tag (RFC 2868). */
  readonly templateLineOctets: number;
  readonly templateLines: number;
  /** What a line may begin with, before `=`, if the vendor tells lines apart by that. */
  readonly templateKeys?: readonly string[];
  readonly snmpGraph: boolean;
  /** It takes an attribute for the volume after which it ends a session. */
  readonly volumeLimit?: true;
  /** Lines that `redirect_template` may have; absent: the vendor has none. */
  readonly redirectLines?: number;
}

/**
 * The vendors of NAS equipment as the API spells them (contract 4.5 leaves the names open), and which settings a NAS of each
 * takes. How a vendor writes RADIUS attributes is in its file in `radius/policy/vendors`.
 */
export const VENDORS = {
  // Only RouterOS takes a burst in the text of the rate.
  Mikrotik: {
    placeholders: { ...RATES, ...BURST },
    templateLineOctets: 247,
    templateLines: 1,
    snmpGraph: true,
    volumeLimit: true,
  },
  // One AV pair per line.
  Cisco: { placeholders: RATES, templateLineOctets: 247, templateLines: 10, snmpGraph: false, redirectLines: 10 },
  Juniper: { placeholders: RATES, templateLineOctets: 246, templateLines: 1, snmpGraph: false, redirectLines: 1 },
  // The name of a QoS profile.
  Huawei: { placeholders: RATES, templateLineOctets: 247, templateLines: 1, snmpGraph: false },
  // One attribute per line; a line without a key is the name of an SLA profile.
  Nokia: {
    placeholders: RATES,
    templateLineOctets: 246,
    templateLines: 4,
    templateKeys: ['sla-profile', 'sub-profile', 'service', 'qos-override'],
    snmpGraph: false,
    redirectLines: 2,
  },
  // Filter-Id, an attribute of its own.
  Accel: { placeholders: RATES, templateLineOctets: 253, templateLines: 1, snmpGraph: false },
  // Rates are numbers.
  WISPr: { placeholders: {}, templateLineOctets: 247, templateLines: 0, snmpGraph: false, volumeLimit: true },
} as const satisfies Record<string, NasVendor>;

export type VendorName = keyof typeof VENDORS;

/** For the description of `rate_template`. */
export const RATE_TEMPLATE_HELP =
  '{up_kbps}, {down_kbps}, {up_bps}, {down_bps}, and {burst} for Mikrotik; Cisco: one AV pair per line, or service=NAME of ISG; Huawei: a QoS profile; Nokia: sla-profile=, sub-profile=, service= or qos-override= per line';

/** The first is the default. */
export const VENDOR_NAMES = Object.keys(VENDORS) as [VendorName, ...VendorName[]];

export const vendorFacts = (vendor: VendorName): NasVendor => VENDORS[vendor];

/** Those with a `redirect_template`. */
export const REDIRECT_VENDORS = VENDOR_NAMES.filter((name) => vendorFacts(name).redirectLines !== undefined);
