/** What both programs need: the calls `care/…` of Lastmile, and requests that are read within limits and compared in safety. */
import { timingSafeEqual } from 'node:crypto';

const { LASTMILE_URL, LASTMILE_USERID, LASTMILE_KEY } = process.env;
/** Somebody is waiting. */
const CALL_MS = 4000;
const MAX_BYTES = 262_144;

/** @throws Error if the answer is not 200, or does not come in time */
export async function care(what, { call_id, caller }, fields = {}) {
  const given = Object.entries({ userid: LASTMILE_USERID, api_key: LASTMILE_KEY, call_id, caller, ...fields });
  const body = new URLSearchParams(given.filter(([, value]) => value !== undefined));
  const options = { method: 'POST', body, signal: AbortSignal.timeout(CALL_MS) };
  const response = await fetch(`${LASTMILE_URL}/api/care/${what}`, options);
  const { result, error } = await response.json();
  if (error !== null) throw new Error(`care/${what}: ${response.status} ${error}`);
  return result;
}

/** @throws Error if it is longer than Twilio and Meta ever send */
export async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Compares two buffers in a time that tells nothing of them. */
export const isSame = (one, other) => one.length === other.length && timingSafeEqual(one, other);
