/** A rate of a plan in kbit/s, as the parameters of a plan. */
export interface Rate {
  readonly bw1_dl: string;
  readonly bw1_ul: string;
  readonly bw1_burst?: string;
}

/** An attribute of a group or a user: `Mikrotik-Rate-Limit := 10M/20M`. */
export interface Attribute {
  readonly name: string;
  readonly op: string;
  readonly value: string;
}

const FACTORS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000, g: 1_000_000_000 };

/** Attributes with one direction: the subscriber's, and what their unit is in bit/s. */
const DIRECTIONS: Readonly<Record<string, readonly ['dl' | 'ul', number]>> = {
  'wispr-bandwidth-max-down': ['dl', 1],
  'wispr-bandwidth-max-up': ['ul', 1],
  // RouterOS: what it sends (Xmit) is the subscriber's download.
  'ascend-xmit-rate': ['dl', 1],
  'ascend-data-rate': ['ul', 1],
  // What the NAS receives is the subscriber's upload.
  'huawei-input-average-rate': ['ul', 1],
  'huawei-output-average-rate': ['dl', 1],
  'chillispot-bandwidth-max-down': ['dl', 1_000],
  'chillispot-bandwidth-max-up': ['ul', 1_000],
  'pppd-downstream-speed-limit': ['dl', 1_000],
  'pppd-upstream-speed-limit': ['ul', 1_000],
};

/** Whether an attribute is read as a rate. */
export const isRate = (name: string): boolean =>
  name.toLowerCase() === 'mikrotik-rate-limit' || name.toLowerCase() in DIRECTIONS || /^filter-id$/i.test(name);

/** The rate that attributes grant; null if they name none; a sentence if one cannot be read. */
export function rateOf(attributes: readonly Attribute[]): Rate | null | string {
  const found = { dl: 0, ul: 0 };
  for (const { name, value } of attributes) {
    // A blank value sets no limit.
    if (value.trim() === '') continue;
    if (/^mikrotik-rate-limit$/i.test(name)) return mikrotikRate(value);
    // accel-ppp reads Filter-Id as download/upload in kbit/s; for others it is the name of a filter on the NAS.
    const shaper = /^filter-id$/i.test(name) ? /^(\d{1,9})\/(\d{1,9})$/.exec(value) : null;
    if (shaper) Object.assign(found, { dl: Number(shaper[1]) * 1_000, ul: Number(shaper[2]) * 1_000 });
    const [direction, unit] = DIRECTIONS[name.toLowerCase()] ?? [];
    if (direction === undefined || unit === undefined) continue;
    if (!/^\d{1,12}$/.test(value.trim())) return `${name} is “${value}”, which is not a number`;
    found[direction] = Number(value) * unit;
  }
  if (found.dl === 0 && found.ul === 0) return null;
  if (found.dl === 0 || found.ul === 0) return `only one direction has a rate`;
  return { bw1_dl: kbps(found.dl), bw1_ul: kbps(found.ul) };
}

/**
 * `rx/tx [burst …]` as the router sees it, so the upload comes first; one rate is that of both directions.
 */
function mikrotikRate(value: string): Rate | null | string {
  const [rates = '', ...burst] = value.trim().split(/\s+/);
  const [up, down = up] = rates.split('/');
  const [ul, dl] = [bits(up), bits(down)];
  if (ul === undefined || dl === undefined) return `Mikrotik-Rate-Limit is “${value}”, which is not valid`;
  if (ul === 0 && dl === 0) return null;
  if (ul === 0 || dl === 0) return `Mikrotik-Rate-Limit is “${value}”, without a limit in one direction`;
  const rest = burstOf(burst);
  return { bw1_dl: kbps(dl), bw1_ul: kbps(ul), ...(rest === undefined ? {} : { bw1_burst: rest }) };
}

/** Without a burst RouterOS takes zeros, which a plan leaves out; a single value is that of both directions. */
function burstOf(parts: readonly string[]): string | undefined {
  if (parts.length === 0 || /^0(\/0)?$/.test(parts[0] ?? '')) return undefined;
  return parts
    .map((part, at) => (at === 3 || part.includes('/') ? part : `${part}/${part}`))
    .join(' ')
    .replaceAll('K', 'k');
}

function bits(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d+)?)([kmg]?)$/i.exec(text ?? '') ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * (FACTORS[unit.toLowerCase()] ?? 1));
}

const kbps = (bps: number): string => String(Math.max(1, Math.round(bps / 1_000)));
