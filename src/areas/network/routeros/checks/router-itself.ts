import { COMMANDS } from '../../../../routeros/commands.ts';
import type { Row } from '../../../../routeros/exchange.ts';
import { apiService, NTP_CLIENT } from '../../nas/onboarding/routeros-lines.ts';
import { isYes } from '../values.ts';
import { type Check, enabled } from './judge.ts';

/** They send passwords in clear text. */
const CLEAR = new Set(['telnet', 'ftp', 'api']);

/** Anybody who reaches a service can try passwords there. */
export const services: Check = {
  command: COMMANDS.services,
  shows: ['name', 'address'],
  judge: (rows) => {
    const open = enabled(rows);
    const api = open.find((row) => row.get('name') === 'api-ssl');
    if (!api || !hasCertificate(api)) return 'missing';
    return isLimited(api) && !open.some((row) => CLEAR.has(row.get('name') ?? '')) ? 'ok' : 'differs';
  },
  fix: apiService,
};

const hasCertificate = (row: Row) => !['', 'none', undefined].includes(row.get('certificate'));
const isLimited = (row: Row) => !['', '0.0.0.0/0', undefined].includes(row.get('address'));

/** A router with a wrong clock dates its accounting records wrongly. Version 6 does not tell whether it is synchronised. */
export const ntp: Check = {
  command: COMMANDS.ntp,
  shows: ['enabled', 'servers', 'primary-ntp', 'status'],
  judge: ([row]) => {
    if (!isYes(row, 'enabled')) return 'missing';
    const status = row?.get('status') ?? 'synchronized';
    return status === 'synchronized' ? 'ok' : 'differs';
  },
  fix: () => [NTP_CLIENT],
};
