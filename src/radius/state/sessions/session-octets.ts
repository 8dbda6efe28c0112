import { OctetReader } from '../memory/octet-reader.ts';
import { OctetWriter } from '../memory/octet-writer.ts';
import type { OpenSession } from './session.ts';

type Texts = Pick<OpenSession, 'acctSessionId' | 'username' | 'mac' | 'nasPort' | 'sessionClass'>;

const writer = new OctetWriter();

/** The texts of a session as octets, valid until the next call. */
export function octetsOf({ acctSessionId, username, mac, nasPort, sessionClass }: Texts): Buffer {
  writer.clear();
  for (const text of [acctSessionId, username, mac, nasPort, sessionClass]) writer.text(text);
  return writer.written;
}

/** The texts that `octetsOf` wrote. */
export function textsIn(octets: Buffer): Texts {
  const reader = new OctetReader(octets);
  const [acctSessionId, username = ''] = [reader.text(), reader.text() ?? ''];
  return { acctSessionId, username, mac: reader.text(), nasPort: reader.text(), sessionClass: reader.text() };
}

export function acctSessionIdIn(octets: Buffer): string | null {
  return new OctetReader(octets).text();
}
