import { username } from '../../core/wire/index.ts';
import type { Mapping } from '../mapping.ts';
import type { SourceRow } from '../source-row.ts';
import { customerOf } from './customers.ts';
import { macOf } from './equipment.ts';
import { isExpiration, lastDayOf } from './expiration.ts';
import { deviceOf, isAcceptance } from './mac-users.ts';
import { isPassword, NO_PASSWORD, passwordOf } from './password.ts';
import { type FoundPlans, isMapped, isRejection, lossOf, nameOfRate } from './plans.ts';
import { type Attribute, isRate, rateOf } from './rates.ts';
import { sessionLimitOf } from './session-limit.ts';
import type { Account } from './tables.ts';

const USERNAME = username();

interface Context {
  readonly mapping: Mapping;
  readonly plans: FoundPlans;
}

/** The customer and the service that a user name becomes. */
export function subscriberRow(account: Account, context: Context): SourceRow {
  const key = account.username.toLowerCase();
  const service = serviceOf(account, context);
  const fault = account.faults[0] ?? service.fault;
  const { at } = account;
  return {
    ...{ kind: 'customer', key, at, values: customerOf(account) },
    service: {
      ...{ kind: 'service', key, at, notes: service.notes },
      values: { username: account.username, ...service.values, customer: key },
      ...(fault === undefined ? {} : { fault }),
    },
  };
}

interface FoundService {
  readonly values: Record<string, string>;
  readonly notes: string[];
  readonly fault?: string | undefined;
}

function serviceOf(account: Account, { mapping, plans }: Context): FoundService {
  const { check, reply } = account;
  const values: Record<string, string> = {};
  const notes: string[] = [];
  const faults: string[] = [];
  const name = USERNAME.safeParse(account.username);
  if (!name.success) faults.push(`its username ${name.error.issues[0]?.message}`);
  const ofGroups = account.groups.flatMap(({ name }) => plans.attributesOf(name));
  credentialOf(account, { mapping, isAccepted: [...check, ...ofGroups].some(isAcceptance) }, { values, notes, faults });
  planOf(account, { mapping, plans }, { values, notes, faults });
  addressOf(reply, { values, notes });
  macBindOf(check, { values, notes });
  sessionLimitOf(account, plans, { values, notes });
  expirationOf([...check, ...reply, ...ofGroups], { values, faults });
  if (check.some(isRejection) || account.groups.some(({ name }) => plans.rejecting.has(name)))
    values.status = 'Suspend';
  const others = [...check, ...reply].filter(
    ({ name }) => !isPassword(name) && !isRate(name) && !isExpiration(name) && !READ.test(name),
  );
  notes.push(...others.flatMap((attribute) => lossOf(attribute) ?? []));
  return { values, notes, fault: faults[0] };
}

/** By what it proves who it is: a password, or its device. */
function credentialOf(
  account: Account,
  { mapping, isAccepted }: { readonly mapping: Mapping; readonly isAccepted: boolean },
  { values, notes, faults }: Result,
): void {
  const password = passwordOf(account.check);
  const device = isAccepted ? deviceOf(account) : null;
  if (device) {
    Object.assign(values, { username: device.username, identity_mac: device.mac });
    notes.push(`it logs in by its MAC address, as ${device.username} here: its NASes need ipoe=Y`);
  } else if ('text' in password) {
    values.password = password.text;
    if (isAccepted) notes.push('Auth-Type := Accept let it in with any password; here it needs its own');
  } else if ('fault' in password) {
    faults.push(
      isAccepted && password.fault === NO_PASSWORD
        ? 'Auth-Type := Accept lets it in without a password, which is possible here only for a user named by a MAC address: give it a password there'
        : password.fault,
    );
  } else if (mapping.hashed_passwords === 'refuse')
    faults.push(
      `its password is stored as ${password.hashedBy}, which cannot be reversed: set a password there, or put "hashed_passwords": "new" in the mapping file`,
    );
  else {
    values.new_password = 'Y';
    notes.push(`its password was stored as ${password.hashedBy}, so it gets a new one`);
  }
}

const READ = /^(Framed-IP-Address|Framed-IP-Netmask|Calling-Station-Id|Auth-Type)$/i;

interface Result {
  readonly values: Record<string, string>;
  readonly notes: string[];
  readonly faults: string[];
}

/** The rate of the user itself comes before that of its groups; of these, the first by priority counts. */
function planOf({ reply, groups }: Account, { mapping, plans }: Context, { values, notes, faults }: Result): void {
  const rate = rateOf(reply);
  if (typeof rate === 'string') return void faults.push(rate);
  const names = groups
    .filter(({ name }) => !plans.rejecting.has(name))
    .toSorted((one, other) => one.priority - other.priority);
  const [first, ...others] = names.map(({ name }) => name);
  if (rate) values.plan = nameOfRate(rate);
  else if (first !== undefined && (isMapped(mapping, first) || plans.made.has(first))) {
    values.plan = first;
    const fault = plans.made.get(first)?.fault;
    if (fault !== undefined) faults.push(`its group ${first} cannot be imported: ${fault}`);
  } else if (mapping.defaults.plan !== undefined) values.plan = mapping.defaults.plan;
  else if (first !== undefined)
    faults.push(`its group ${first} has no attributes in the dump: name a plan for it under plans in the mapping file`);
  else faults.push('it has no group and no rate: name a plan under defaults.plan in the mapping file');
  const left = rate ? names.map(({ name }) => name) : others;
  if (left.length > 0) notes.push(`it is also in the group${left.length > 1 ? 's' : ''} ${left.join(', ')}`);
}

/** 255.255.255.254 leaves the address to the NAS, 255.255.255.255 to the subscriber (RFC 2865 section 5.8). */
function addressOf(reply: readonly Attribute[], { values, notes }: Pick<Result, 'values' | 'notes'>): void {
  const address = reply.find(({ name }) => /^Framed-IP-Address$/i.test(name))?.value.trim();
  if (address === undefined || /^255\.255\.255\.25[45]$/.test(address)) return;
  Object.assign(values, { ip_assignment: 'StaticIP', staticip: address });
  if (reply.some(({ name }) => /^Framed-IP-Netmask$/i.test(name)))
    notes.push('Framed-IP-Netmask is not imported: the service gets a single address');
}

/** Only a comparison with one address can be a binding. */
function macBindOf(check: readonly Attribute[], { values, notes }: Pick<Result, 'values' | 'notes'>): void {
  const stations = check.filter(({ name }) => /^Calling-Station-Id$/i.test(name));
  const [station] = stations;
  const mac = station && stations.length === 1 && /^[:=]?=$/.test(station.op) ? macOf(station.value.trim()) : '';
  if (mac !== '') Object.assign(values, { mac_bind: 'Manual', mac });
  else values.mac_bind = 'No';
  if (station && mac === '') notes.push(`the check of Calling-Station-Id (${station.value}) is not imported`);
}

/** The earliest end of a user and of its groups. */
function expirationOf(attributes: readonly Attribute[], { values, faults }: Pick<Result, 'values' | 'faults'>): void {
  const ends = attributes
    .filter(({ name }) => isExpiration(name))
    .map(({ name, value }) => ({ name, value, day: lastDayOf(value) }));
  for (const { name, value, day } of ends) {
    if (day === undefined) faults.push(`${name} is “${value}”, which is not a date`);
    else if (day < '1970-01-01') faults.push(`${name} is “${value}”, before 1970`);
  }
  const [first] = ends.flatMap(({ day }) => day ?? []).sort();
  if (first !== undefined) values.valid_upto = first;
}
