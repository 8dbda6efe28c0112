import { z } from 'zod';

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;
/** Of libpq; a node always looks for the server that can be written to. */
const HOST_SETTINGS = ['target_session_attrs', 'load_balance_hosts'];

/**
 * The address of each server of a cluster: `postgresql://user:password@one:5432,two:5432/database`, as libpq spells them.
 * Null for any other text.
 */
export function addressesIn(url: string): readonly string[] | null {
  const [, before, hosts, after] = FORM.exec(url) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return null;
  const addresses = hosts.split(',').map((host) => addressOf(`${before}${host}${after}`));
  return addresses.every((address) => address !== null) ? addresses : null;
}

function addressOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  for (const setting of HOST_SETTINGS) url.searchParams.delete(setting);
  return url.href;
}

/** A setting that names a PostgreSQL database, at one host or at several. */
export function databaseAddress({ several }: { readonly several: boolean }) {
  const others = several ? ', with several hosts separated by commas' : '';
  return z.string().refine((text) => {
    const addresses = addressesIn(text);
    return addresses !== null && (several || addresses.length === 1);
  }, `must be an address such as postgresql://user:password@host:5432/database${others}`);
}
