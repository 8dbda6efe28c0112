import { isIP } from 'node:net';
import { z } from 'zod';
import { errorText, kind } from '../../../../core/wire/index.ts';

const PROBLEM = 'must be an IP address or a host name';
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** In place of a server that nobody has named. */
export const UNKNOWN_SERVER = '<server>';

const isServer = (text: string) => (isIP(text) !== 0 && !text.includes('%')) || HOST_NAME.test(text);

/** The node as a NAS reaches it. Goes into configurations as it is, so it must be nothing else. */
export const serverAddress = () =>
  kind(z.string(errorText(PROBLEM)).trim().refine(isServer, { error: PROBLEM }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', maxLength: 253, example: '192.0.2.1' },
  });

/** The host of `PUBLIC_URL`, if NASes could reach that. */
export function defaultServer(publicUrl: string | undefined): string {
  if (publicUrl === undefined) return UNKNOWN_SERVER;
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return isServer(host) && host !== 'localhost' ? host : UNKNOWN_SERVER;
}
