import { z } from 'zod';
import { csv, kind } from '../../../core/wire/index.ts';

const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const MAX_HOSTS = 20;
const PROBLEM =
  'must be host names or IPv4 addresses, each with a port if it is not that of the scheme, such as 10.5.50.1:8080';

/** The host and the port of an entry; null if it is none. */
export function hotspotHost(text: string): { readonly host: string; readonly port: number | null } | null {
  const [, host = '', port] = /^([^:]+)(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  if (!NAME.test(host) || Number(port ?? 1) > 65_535) return null;
  // Browsers read numbers in other notations as an address, so only the usual one may stand here.
  const isNumeric = /^[\dx.]+$/.test(host) || /(^|\.)(0x[0-9a-f]*|\d+)$/.test(host);
  if (isNumeric && !/^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)) return null;
  return { host, port: port === undefined ? null : Number(port) };
}

const entry = () =>
  kind(
    z
      .string({ error: PROBLEM })
      .trim()
      .toLowerCase()
      .refine((text) => hotspotHost(text) !== null, { error: PROBLEM }),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: { type: 'string', example: '10.5.50.1' },
    },
  );

/** Where the guests of a NAS log in. */
export const hotspotHosts = () => csv(entry(), { min: 0, max: MAX_HOSTS });
