const digitsOf = (text: string): number[] => [...text].map(Number);

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

/** Every second digit doubled, from the right. */
const luhn = (number: string): boolean =>
  digitsOf(number)
    .reverse()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0) %
    10 ===
  0;

/** ISO 7064, modulus 11,10. */
function german(number: string): boolean {
  const product = digitsOf(number.slice(0, 8)).reduce((before, digit) => (((digit + before) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === Number(number[8]);
}

/** The key in front of the SIREN; keys with letters have another rule, which is not published for all. */
const french = (number: string): boolean =>
  !/^\d{2}/.test(number) || (12 + 3 * (Number(number.slice(2)) % 97)) % 97 === Number(number.slice(0, 2));

const NIF = 'TRWAGMYFPDXBNJZSQVHLCKE';
const CIF = 'JABCDEFGHI';

/** Of a person (NIF, NIE) or of a legal entity (CIF). */
function spanish(number: string): boolean {
  const [first = '', body, last = ''] = [number[0], number.slice(1, 8), number[8]];
  if (/[\dXYZ]/.test(first))
    return NIF[Number(first.replace(/[XYZ]/, (l) => `${'XYZ'.indexOf(l)}`) + body) % 23] === last;
  if (/[KLM]/.test(first)) return /[A-Z]/.test(last);
  const sum = digitsOf(body ?? '').reduce(
    (all, digit, at) => all + (at % 2 === 0 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit),
    0,
  );
  const check = (10 - (sum % 10)) % 10;
  return last === String(check) || last === CIF[check];
}

const polish = (number: string): boolean => weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(number[9]);

/** Of legal entities by modulus 11; since 2020 of sole traders by modulus 97 over the whole text. */
function dutch(number: string): boolean {
  if (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(number[8])) return true;
  const text = `2321${number.replace('B', '11')}`;
  return digitsOf(text).reduce((rest, digit) => (rest * 10 + digit) % 97, 0) === 1;
}

const belgian = (number: string): boolean => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));

/** Whether the number after the country is right, of countries whose rule is known here. Its form has been checked. */
export const CHECK_DIGITS: Readonly<Record<string, (number: string) => boolean>> = {
  BE: belgian,
  DE: german,
  ES: spanish,
  FR: french,
  IT: luhn,
  NL: dutch,
  PL: polish,
};
