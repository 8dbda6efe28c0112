/** Whether a request comes from Twilio (https://www.twilio.com/docs/usage/security#validating-requests). */
import { createHmac, timingSafeEqual } from 'node:crypto';

const byText = (one, other) => (one < other ? -1 : Number(one > other));

/**
 * The signature that Twilio makes of a POST. A name that is given several times counts with each different value once.
 *
 * @param url as it is set at Twilio, with its query: never of the header `Host`, which a caller writes
 * @param fields pairs of a name and a value
 */
export function twilioSignature(authToken, url, fields) {
  const pairs = [...fields].sort(([one, a], [other, b]) => byText(one, other) || byText(a, b));
  const signed = pairs.map(([name, value]) => name + value).filter((each, at, all) => each !== all[at - 1]);
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest();
}

/** Twilio may sign `https://example.net:443` where the address has no port, and the other way round. */
const spellings = (url) => {
  const [, before, port, after] = /^(https?:\/\/[^/:?]+)(?::(\d+))?(.*)$/s.exec(url) ?? [];
  if (before === undefined) return [url];
  return port === undefined
    ? [url, `${before}:${before.startsWith('https') ? 443 : 80}${after}`]
    : [url, before + after];
};

/** @param signature the header `X-Twilio-Signature` */
export function isSignedByTwilio(authToken, { url, fields, signature = '' }) {
  const given = Buffer.from(signature, 'base64');
  const isSame = (expected) => expected.length === given.length && timingSafeEqual(expected, given);
  return spellings(url).some((each) => isSame(twilioSignature(authToken, each, fields)));
}
