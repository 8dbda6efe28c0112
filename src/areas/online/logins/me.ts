import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import { CONFIRMED_MS, IDLE_MS } from '../../../core/access/login-session.ts';
import { PERMISSIONS } from '../../../core/access/permission.ts';
import { countryCodeOf } from '../../../core/country/codes.ts';
import { yearStartOfCountry } from '../../../core/country/defaults.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { VERSION } from '../../../core/version.ts';
import { money, shown } from '../../../core/wire/index.ts';
import { query, sql } from '../../../db/sql.ts';
import { mayAdjustAtAll } from '../../money/adjustments/limit.ts';

/** Who calls, what it may do, and for whom. Amounts of cash and of a franchisee's credit are in the ISP's currency. */
export const profile = z.object({
  userid: z.number(),
  username: shown(),
  groupname: z.enum(['Server', 'ISP', 'Reseller', 'Employee']),
  roles: z.array(shown()),
  permissions: z.array(z.enum(PERMISSIONS)),
  franchisee: z.boolean(),
  /** An Employee of some locations. */
  restricted: z.boolean(),
  /** IANA name; UTC for the server administrator. */
  zone: shown(),
  isp: z
    .object({
      ispid: z.number(),
      name: shown(),
      code: shown(),
      currency: shown(),
      /** ISO 3166-1 alpha-2; null if what the ISP gave is the name of none. */
      country: shown().nullable(),
      /** The month in which the financial year of the caller's seller begins. */
      year_start: z.number(),
    })
    .nullable(),
  reseller: z
    .object({
      resellerid: z.number(),
      name: shown(),
      type: z.enum(['Reseller', 'Franchisee']),
      wallet: money({ min: -999_999_999_999 }),
      credit_limit: money().nullable(),
    })
    .nullable(),
  cash_balance: money({ min: -999_999_999_999 }),
  cash_limit: money(),
  second_factor: z.boolean(),
  version: shown(),
  /** Null: called with an API key. */
  session: z
    .object({
      ends: z.date(),
      idle_minutes: z.number(),
      confirmed_until: z.date().nullable(),
      /** To sign in as this user, between the sign-in before and that of this session; and when the last one was. */
      failed_attempts: z.number(),
      last_failed_at: z.date().nullable(),
    })
    .nullable(),
});

type Isp = NonNullable<z.output<typeof profile>['isp']>;
/** As stored: the country as it was given, and a month only where it was set. */
type StoredIsp = Omit<Isp, 'country' | 'year_start'> & { readonly country: string; readonly year_start: number | null };

type Row = Pick<z.output<typeof profile>, 'reseller' | 'cash_balance' | 'cash_limit' | 'second_factor' | 'roles'> & {
  isp: StoredIsp | null;
  ends: Date | null;
  failed: number | null;
  failed_at: Date | null;
  accounts: string | null;
  support: string | null;
};

export async function readProfile(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  actor: Actor,
): Promise<z.output<typeof profile>> {
  const [row] = await query<Row>(
    db.pool,
    sql`SELECT u.roles, u.cash_balance, u.cash_limit, f.confirmed_at IS NOT NULL AS second_factor, x.ends_at AS ends,
          x.failed_attempts AS failed, x.last_failed_at AS failed_at,
          s.adjust_limit_accounts AS accounts, s.adjust_limit_support AS support,
          CASE WHEN i.id IS NOT NULL
            THEN json_build_object('ispid', i.id, 'name', i.name, 'code', i.code, 'currency', s.currency, 'country', i.country,
              'year_start', coalesce(own.year_start, t.year_start)) END AS isp,
          CASE WHEN r.id IS NOT NULL
            THEN json_build_object('resellerid', r.id, 'name', r.name, 'type', r.type, 'wallet', r.wallet::text,
              'credit_limit', r.credit_limit::text) END AS reseller
        FROM auth.login_user u
        LEFT JOIN crm.isp i ON i.id = u.isp_id
        LEFT JOIN crm.isp_setting s ON s.isp_id = u.isp_id
        LEFT JOIN crm.reseller r ON r.id = u.reseller_id
        LEFT JOIN crm.tax_seller t ON t.isp_id = u.isp_id AND t.seller_id = 0
        LEFT JOIN crm.tax_seller own ON own.isp_id = u.isp_id AND own.seller_id = u.reseller_id
        LEFT JOIN auth.second_factor f ON f.user_id = u.id
        LEFT JOIN auth.login_session x ON x.id = ${actor.session?.id ?? null}::int
        WHERE u.id = ${actor.userId}`,
  );
  if (!row) throw new Error(`login user ${actor.userId} has no row`);
  const { ends, failed, failed_at, accounts, support, isp, ...shownRow } = row;
  const mayAdjust = mayAdjustAtAll(row.roles, { accounts, support });
  return {
    ...shownRow,
    isp: isp && inItsCountry(isp),
    userid: actor.userId,
    username: actor.username,
    groupname: actor.group,
    permissions: [...actor.permissions].filter((permission) => permission !== 'service.adjust' || mayAdjust),
    franchisee: actor.franchisee,
    restricted: actor.locations !== null,
    zone: actor.zone,
    version: VERSION.version_no,
    session:
      actor.session && ends
        ? { ends, failed_attempts: failed ?? 0, last_failed_at: failed_at, ...validity(actor.session, clock.now()) }
        : null,
  };
}

function inItsCountry({ country, year_start, ...isp }: StoredIsp): Isp {
  const code = countryCodeOf(country);
  return { ...isp, country: code, year_start: year_start ?? (code === null ? 1 : yearStartOfCountry(code)) };
}

function validity({ confirmedAt }: { readonly confirmedAt: Date }, now: Date) {
  const until = new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return { idle_minutes: IDLE_MS / 60_000, confirmed_until: until > now ? until : null };
}
