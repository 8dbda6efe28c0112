/** Where the ISP is: its zone and currency, known after signing in. */
interface Region {
  readonly zone: string;
  readonly currency: string;
}

let region: Region = { zone: 'UTC', currency: 'INR' };

export function setRegion(next: Region): void {
  region = next;
}

export const zone = (): string => region.zone;
export const currency = (): string => region.currency;
/** Rupees are grouped as in India, everything else as the browser's language wants. */
export const locale = (): string => (region.currency === 'INR' ? 'en-IN' : navigator.language);
/** The zone of this computer, if its clock now shows another time than the ISP's. */
export function otherZone(now = new Date()): string | undefined {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = (timeZone: string) => now.toLocaleString('en-GB', { timeZone });
  return clock(own) === clock(region.zone) ? undefined : own;
}
