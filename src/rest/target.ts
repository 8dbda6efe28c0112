/** Path and query string of a request line, as they were sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/**
 * Splits a request target. Nothing is decoded or resolved: no path of ours needs it, and `URL` reads `//host/api` as a
 * host, resolves `..` and throws at what it does not like. A proxy's absolute form is taken as well (RFC 9112, 3.2.2).
 */
export function targetOf(url: string | undefined): Target {
  const origin = (url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const [target = ''] = origin.split('#', 1);
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
