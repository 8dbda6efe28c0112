import { createHash } from 'node:crypto';

const md5 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** As much as a CHAP challenge may have (RFC 2865 section 5.40 needs 5 octets at least). */
const [MIN_CHALLENGE, MAX_CHALLENGE] = [5, 64];

interface RouterOsChallenge {
  readonly id: Buffer;
  readonly challenge: Buffer;
}

/**
 * `chap-id` and `chap-challenge` of a login page of RouterOS, which writes octets as `\371`.
 * @returns null if they have another form; undefined if there is none, so that the NAS takes a password
 */
export function routerOsChallenge(id: string, challenge: string): RouterOsChallenge | null | undefined {
  if (id === '' && challenge === '') return undefined;
  const [idOctets, octets] = [octalText(id), octalText(challenge)];
  if (idOctets?.length !== 1 || octets === null) return null;
  return octets.length < MIN_CHALLENGE || octets.length > MAX_CHALLENGE ? null : { id: idOctets, challenge: octets };
}

/** The octets of a text in which any may be written as three octal digits after a backslash; null if it is no such text. */
function octalText(text: string): Buffer | null {
  if (text.length > 4 * MAX_CHALLENGE || !/^(?:\\[0-3][0-7]{2}|[\x20-\x5b\x5d-\x7e])*$/.test(text)) return null;
  const octets = text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return Buffer.from(octets, 'latin1');
}

/** What a login page of RouterOS sends as the password: MD5 of chap-id, password and chap-challenge, in hex. */
export const routerOsResponse = ({ id, challenge }: RouterOsChallenge, password: string): string =>
  md5(id, Buffer.from(password), challenge).toString('hex');

/** The `challenge` of CoovaChilli, 16 octets in hex; null if it has another form. */
export const uamChallenge = (text: string): Buffer | null =>
  /^[0-9a-f]{32}$/i.test(text) ? Buffer.from(text, 'hex') : null;

/**
 * What CoovaChilli takes as the `response`: that of CHAP with the identifier 0, to the challenge that the secret of the portal makes
 * of the one in the address (MD5 of both), or to that one itself where no secret is set.
 */
export function uamResponse(challenge: Buffer, secret: string | null, password: string): string {
  const made = secret === null ? challenge : md5(challenge, Buffer.from(secret));
  return md5(Buffer.of(0), Buffer.from(password), made).toString('hex');
}
