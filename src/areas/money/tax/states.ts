/** States of India by their GST code, which is also how a GSTIN begins: the name, and the letters of ISO 3166-2. */
const STATES: Readonly<Record<string, readonly [name: string, letters: string]>> = {
  '01': ['Jammu and Kashmir', 'JK'],
  '02': ['Himachal Pradesh', 'HP'],
  '03': ['Punjab', 'PB'],
  '04': ['Chandigarh', 'CH'],
  '05': ['Uttarakhand', 'UK'],
  '06': ['Haryana', 'HR'],
  '07': ['Delhi', 'DL'],
  '08': ['Rajasthan', 'RJ'],
  '09': ['Uttar Pradesh', 'UP'],
  '10': ['Bihar', 'BR'],
  '11': ['Sikkim', 'SK'],
  '12': ['Arunachal Pradesh', 'AR'],
  '13': ['Nagaland', 'NL'],
  '14': ['Manipur', 'MN'],
  '15': ['Mizoram', 'MZ'],
  '16': ['Tripura', 'TR'],
  '17': ['Meghalaya', 'ML'],
  '18': ['Assam', 'AS'],
  '19': ['West Bengal', 'WB'],
  '20': ['Jharkhand', 'JH'],
  '21': ['Odisha', 'OD'],
  '22': ['Chhattisgarh', 'CG'],
  '23': ['Madhya Pradesh', 'MP'],
  '24': ['Gujarat', 'GJ'],
  '26': ['Dadra and Nagar Haveli and Daman and Diu', 'DH'],
  '27': ['Maharashtra', 'MH'],
  '29': ['Karnataka', 'KA'],
  '30': ['Goa', 'GA'],
  '31': ['Lakshadweep', 'LD'],
  '32': ['Kerala', 'KL'],
  '33': ['Tamil Nadu', 'TN'],
  '34': ['Puducherry', 'PY'],
  '35': ['Andaman and Nicobar Islands', 'AN'],
  '36': ['Telangana', 'TS'],
  '37': ['Andhra Pradesh', 'AP'],
  '38': ['Ladakh', 'LA'],
  '97': ['Other Territory', 'OT'],
};

/** Spellings that people use, as `key` writes them. */
const ALIASES: Readonly<Record<string, string>> = {
  '25': '26',
  '28': '37',
  nctofdelhi: '07',
  newdelhi: '07',
  orissa: '21',
  or: '21',
  chattisgarh: '22',
  ct: '22',
  pondicherry: '34',
  uttaranchal: '05',
  ut: '05',
  tamilnad: '33',
  tg: '36',
  dn: '26',
  dd: '26',
  dadraandnagarhaveli: '26',
  damananddiu: '26',
  andamanandnicobar: '35',
};

/** Union territories without a legislature: their part of the tax is UTGST (UTGST Act 2017, section 2). */
const WITHOUT_LEGISLATURE: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', '97']);

const key = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]/g, '');

const BY_TEXT: ReadonlyMap<string, string> = new Map([
  ...Object.entries(STATES).flatMap(([code, [name, letters]]): [string, string][] => [
    [code, code],
    [key(name), code],
    [key(letters), code],
  ]),
  ...Object.entries(ALIASES),
]);

export const isStateCode = (code: string): boolean => Object.hasOwn(STATES, code);

export const stateName = (code: string): string => STATES[code]?.[0] ?? code;

/** The code of a state as people write it: by name, letters or code, such as `Karnataka`, `KA`, `29` or `29-Karnataka`. */
export function stateCodeOf(text: string): string | null {
  const coded = /^\s*(\d\d)\s*[-: ]/.exec(text)?.[1];
  return BY_TEXT.get(coded ?? key(text)) ?? null;
}

/** What the state's half of the tax is called there. */
export const stateTaxName = (code: string): 'SGST' | 'UTGST' => (WITHOUT_LEGISLATURE.has(code) ? 'UTGST' : 'SGST');
