/** Media type of a JSON file that is saved: `application/json` would be the envelope of an answer. */
export const JSON_FILE = 'application/octet-stream';

export const jsonFile = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value, null, 1));
