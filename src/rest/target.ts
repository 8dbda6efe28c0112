/** The path and query string of a request line, as sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/**
 * Splits a request target, absolute form included (RFC 9112 section 3.2.2). Nothing is decoded or resolved: our paths do not
 * need it, and `URL` would take `//host/api` for a host, resolve `..` and throw on some input.
 */
export function targetOf(url: string | undefined): Target {
  const origin = (url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const [target = ''] = origin.split('#', 1);
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
