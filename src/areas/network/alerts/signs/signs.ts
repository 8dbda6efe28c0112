import type { Sql } from '../../../../db/sql.ts';
import type { AlertKind } from '../vocabulary.ts';
import { api } from './api.ts';
import { clock } from './clock.ts';
import { coa } from './coa.ts';
import { drift } from './drift.ts';
import { pool } from './pool.ts';
import { reboot } from './reboot.ts';
import { rejects } from './rejects.ts';
import type { Round } from './sign.ts';
import { silent } from './silent.ts';

/** How a round finds what each kind of alert is about: one query over all ISPs. */
export const SIGNS: Readonly<Record<AlertKind, (round: Round) => Sql>> = {
  silent,
  pool,
  rejects,
  drift,
  coa,
  clock,
  reboot,
  api,
};
