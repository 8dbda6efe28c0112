/** Where the ISP is: its zone and currency, known after signing in. */
interface Region {
  readonly zone: string;
  readonly currency: string;
}

const own = Intl.DateTimeFormat().resolvedOptions();
let region: Region = { zone: 'UTC', currency: 'INR' };
/** The language of the words. */
let spoken = 'en';

export function setRegion(next: Region): void {
  region = next;
}

export function setSpoken(language: string): void {
  spoken = language;
}

export const zone = (): string => region.zone;
export const currency = (): string => region.currency;
/** Rupees are grouped as in India, everything else as the language of this computer wants. Digits are always 0 to 9. */
export function locale(): string {
  if (region.currency === 'INR') return `${spoken}-IN-u-nu-latn`;
  return spoken === 'en' ? own.locale : `${spoken}-u-nu-latn`;
}
/** The zone of this computer, if its clock now shows another time than the ISP's. */
export function otherZone(now = new Date()): string | undefined {
  const clock = (timeZone: string) => now.toLocaleString('en-GB', { timeZone });
  return clock(own.timeZone) === clock(region.zone) ? undefined : own.timeZone;
}
