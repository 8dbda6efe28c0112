import { isIP } from 'node:net';
import { macText } from '../../core/network/mac.ts';
import { parseTimestamp } from '../../core/zone.ts';
import type { SourceRow } from '../source-row.ts';
import type { PlainRow } from './tables.ts';

const VENDORS: Readonly<Record<string, string>> = {
  ...{ mikrotik: 'Mikrotik', cisco: 'Cisco', juniper: 'Juniper', huawei: 'Huawei', nokia: 'Nokia', accel: 'Accel' },
};

/** A row of `nas`. */
export function nasRow({ at, values, fault }: PlainRow): SourceRow {
  const address = (values.nasname ?? '').trim().replace(/\/(32|128)$/, '');
  const vendor = VENDORS[(values.type ?? '').trim().toLowerCase()];
  const problem =
    fault ??
    (isIP(address) === 0
      ? `nasname is ${address || 'empty'}: a NAS needs one address here, not a name or a network`
      : undefined);
  const values_: Record<string, string> = {
    ip: address,
    name: values.shortname?.trim() || address,
    secret: values.secret ?? '',
    ...(vendor === undefined ? {} : { vendor }),
    ...(values.description ? { description: values.description } : {}),
  };
  return { kind: 'nas', key: address || at, at, values: values_, ...(problem === undefined ? {} : { fault: problem }) };
}

/** An open row of `radacct`. Its times are of the ISP's zone unless they name their own. */
export function sessionRow({ at, values, fault }: PlainRow, zone: string): SourceRow {
  const text = (column: string) => values[column]?.trim() ?? '';
  const optional = {
    nas_port: text('nasportid'),
    nas_port_type: text('nasporttype'),
    mac: macOf(text('callingstationid')),
    ip: isIP(text('framedipaddress')) === 4 ? text('framedipaddress') : '',
    class: text('class'),
  };
  const started = instant(text('acctstarttime'), zone);
  const seconds = whole(text('acctsessiontime'), 2_147_483_647);
  return {
    kind: 'session',
    key: text('acctuniqueid') || at,
    at,
    values: {
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
      username: text('username'),
      nas_ip: isIP(text('nasipaddress')) > 0 ? text('nasipaddress') : '0.0.0.0',
      acct_session_id: text('acctsessionid'),
      started_at: started,
      updated_at: instant(text('acctupdatetime'), zone) || after(started, seconds),
      session_time: seconds,
      in_bytes: whole(text('acctinputoctets'), Number.MAX_SAFE_INTEGER),
      out_bytes: whole(text('acctoutputoctets'), Number.MAX_SAFE_INTEGER),
    },
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Before FreeRADIUS 3 there was no `acctupdatetime`: an update set `acctsessiontime` alone. */
const after = (started: string, seconds: string): string =>
  started === '' ? '' : new Date(Date.parse(started) + Number(seconds) * 1_000).toISOString();

const whole = (text: string, max: number): string =>
  /^\d{1,18}$/.test(text) ? String(Math.min(Number(text), max)) : '0';

/** In any notation; empty for what is no MAC address. */
export const macOf = (text: string): string => macText(text) ?? '';

function instant(text: string, zone: string): string {
  const named = /[+-]\d\d(:?\d\d)?$/.test(text.slice(10))
    ? new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
    : undefined;
  const at = named ?? parseTimestamp(text.slice(0, 19), zone);
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : '';
}
