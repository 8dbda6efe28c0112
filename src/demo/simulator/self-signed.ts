import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that nobody else has signed, in PEM, and its SHA-256 in hexadecimal digits. */
interface SelfSigned {
  readonly cert: string;
  readonly key: string;
  readonly fingerprint: string;
}

const OF_DAY = 86_400_000;
const VALID_DAYS = 3_650;

/** DER (X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  return length < 0x100
    ? Buffer.concat([Buffer.of(tag, 0x81, length), content])
    : Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
/** ecdsa-with-SHA256 (RFC 5758 section 3.2). */
const ALGORITHM = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));

const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));

/** UTCTime: `261130194105Z`. */
const timeOf = (at: number): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${new Date(at)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );

/** As RouterOS makes one with `/certificate sign`: a key of its own each time, so nothing secret is in the source. */
export function selfSigned(name: string, now = Date.now()): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const validity = sequence(timeOf(now - OF_DAY), timeOf(now + VALID_DAYS * OF_DAY));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = sequence(der(0x02, Buffer.of(1)), ALGORITHM, nameOf(name), validity, nameOf(name), spki);
  const signature = sign('sha256', signed, privateKey);
  const content = sequence(signed, ALGORITHM, der(0x03, Buffer.of(0), signature));
  const lines = content.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    fingerprint: createHash('sha256').update(content).digest('hex'),
  };
}
