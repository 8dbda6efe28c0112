import type { DumpRow } from '../sql-dump/row.ts';
import type { Attribute } from './rates.ts';

/** What the tables say of one user name. */
export interface Account {
  readonly username: string;
  readonly at: string;
  readonly check: Attribute[];
  readonly reply: Attribute[];
  readonly groups: { readonly name: string; readonly priority: number }[];
  /** daloRADIUS: who it is, and where the bill goes. */
  info?: DumpRow['values'];
  bill?: DumpRow['values'];
  /** Why it cannot be taken over. */
  readonly faults: string[];
}

export interface Group {
  readonly name: string;
  readonly at: string;
  readonly check: Attribute[];
  readonly reply: Attribute[];
  readonly faults: string[];
}

/** A row that stands for itself. */
export interface PlainRow {
  readonly at: string;
  readonly values: DumpRow['values'];
  readonly fault?: string;
}

/** The tables of FreeRADIUS and daloRADIUS that are read; their names may have a prefix of a schema. */
export const TABLES: ReadonlySet<string> = new Set([
  ...['radcheck', 'radreply', 'radusergroup', 'usergroup', 'radgroupreply', 'radgroupcheck'],
  ...['nas', 'userinfo', 'userbillinfo', 'radacct', 'billing_plans', 'billing_plans_profiles'],
]);

/** What is kept of a dump: a record per subscriber and group. Sessions that have ended are not kept. */
export class RadiusTables {
  /** By the lower-case user name, since FreeRADIUS on MySQL ignores case, and so do services. */
  readonly accounts = new Map<string, Account>();
  readonly groups = new Map<string, Group>();
  readonly nases: PlainRow[] = [];
  readonly sessions: PlainRow[] = [];
  /** daloRADIUS: the monthly cost of a plan, by the name of the plan and of its groups. */
  readonly costs = new Map<string, string>();
  readonly #planOfGroup = new Map<string, string>();
  /** Rows that belong to no account or group. */
  readonly strays: PlainRow[] = [];
  endedSessions = 0;

  add({ table, line, values, damaged }: DumpRow): void {
    const at = `${table} line ${line}`;
    const fault =
      damaged.length === 0
        ? undefined
        : `${table} line ${line}: ${damaged.join(', ')} is not in UTF-8; set "encoding" in the mapping file`;
    switch (table) {
      case 'nas':
        this.nases.push({ at, values, ...(fault === undefined ? {} : { fault }) });
        break;
      case 'radacct':
        if (isOpen(values)) this.sessions.push({ at, values, ...(fault === undefined ? {} : { fault }) });
        else this.endedSessions += 1;
        break;
      case 'billing_plans':
        this.costs.set(values.planname ?? '', values.plancost ?? '');
        break;
      case 'billing_plans_profiles':
        this.#planOfGroup.set(values.profile_name ?? '', values.plan_name ?? '');
        break;
      case 'radgroupcheck':
      case 'radgroupreply':
        this.#addToGroup(table === 'radgroupcheck' ? 'check' : 'reply', { at, values, fault });
        break;
      default:
        this.#addToAccount(table, { at, values, fault });
    }
  }

  /** What a period of the plan of a group costs, if daloRADIUS knows. */
  costOf(group: string): string | undefined {
    const cost = this.costs.get(this.#planOfGroup.get(group) ?? group);
    return cost !== undefined && /^\d{1,9}(\.\d{1,2})?$/.test(cost.trim()) ? cost.trim() : undefined;
  }

  #addToGroup(part: 'check' | 'reply', { at, values, fault }: Added): void {
    const name = values.groupname ?? '';
    if (name === '') return void this.strays.push({ at, values, fault: fault ?? 'it names no group' });
    const group = this.groups.get(name) ?? { name, at, check: [], reply: [], faults: [] };
    this.groups.set(name, group);
    if (fault !== undefined) group.faults.push(fault);
    else group[part].push(attributeOf(values));
  }

  #addToAccount(table: string, { at, values, fault }: Added): void {
    const username = values.username ?? '';
    if (username === '') return void this.strays.push({ at, values, fault: fault ?? 'it names no user' });
    const key = username.toLowerCase();
    const account = this.accounts.get(key) ?? { username, at, check: [], reply: [], groups: [], faults: [] };
    this.accounts.set(key, account);
    if (fault !== undefined) account.faults.push(fault);
    else if (table === 'radcheck') account.check.push(attributeOf(values));
    else if (table === 'radreply') account.reply.push(attributeOf(values));
    else if (table === 'userinfo') account.info = values;
    else if (table === 'userbillinfo') account.bill = values;
    else account.groups.push({ name: values.groupname ?? '', priority: Number(values.priority ?? 1) });
  }
}

interface Added {
  readonly at: string;
  readonly values: DumpRow['values'];
  readonly fault: string | undefined;
}

const attributeOf = (values: DumpRow['values']): Attribute => ({
  name: (values.attribute ?? '').trim(),
  op: (values.op ?? '').trim(),
  value: values.value ?? '',
});

/** MySQL writes a time that is not known as zeros. */
function isOpen(values: DumpRow['values']): boolean {
  const stopped = values.acctstoptime ?? null;
  return stopped === null || stopped.startsWith('0000-');
}
