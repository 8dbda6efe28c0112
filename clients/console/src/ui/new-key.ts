/** An idempotency key. `randomUUID` is missing where the page is not secure. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((octet) => octet.toString(16).padStart(2, '0')).join('');
}
