const GROUPS = ['bronze', 'silver', 'gold', 'platinum'];
const ROWS = 500;

/** A dump as mysqldump writes it: each subscriber with a password, a group, an address book entry; every tenth with a static address. */
export function* radiusDump(subscribers: number): Generator<string> {
  yield '-- MariaDB dump 10.19\n';
  yield* table('radgroupreply', ['id', 'groupname', 'attribute', 'op', 'value'], GROUPS.length, (at) => [
    ...[at, GROUPS[at] ?? '', 'Mikrotik-Rate-Limit', ':=', `${at + 1}0M/${at + 1}00M`],
  ]);
  yield* table('radcheck', ['id', 'username', 'attribute', 'op', 'value'], subscribers * 2, (at) => {
    const user = name(Math.floor(at / 2));
    if (at % 2 === 0) return [at, user, 'Cleartext-Password', ':=', `secret${at}`];
    return [at, user, 'Expiration', ':=', `${1 + (at % 28)} Dec 2035 23:59:59`];
  });
  yield* table('radreply', ['id', 'username', 'attribute', 'op', 'value'], Math.floor(subscribers / 10), (at) => [
    ...[at, name(at * 10), 'Framed-IP-Address', ':=', `10.9.${at >> 8}.${at & 255}`],
  ]);
  yield* table('radusergroup', ['id', 'username', 'groupname', 'priority'], subscribers, (at) => [
    ...[at, name(at), GROUPS[at % 4] ?? '', 1],
  ]);
  const columns = [
    'id',
    'username',
    'firstname',
    'lastname',
    'email',
    'mobilephone',
    'address',
    'city',
    'state',
    'zip',
  ];
  yield* table('userinfo', columns, subscribers, (at) => [
    ...[at, name(at), 'Ravi', `Kumar ${at}`, `${name(at)}@example.net`, `98${String(at).padStart(8, '0')}`],
    ...[`${at} Main Road`, 'Bengaluru', 'Karnataka', '560001'],
  ]);
  yield '-- Dump completed on 2031-01-01\n';
}

const name = (at: number): string => `user${String(at).padStart(7, '0')}`;

function* table(
  of: string,
  columns: readonly string[],
  rows: number,
  rowAt: (at: number) => (string | number)[],
): Generator<string> {
  yield `CREATE TABLE \`${of}\` (\n${columns.map((column) => `  \`${column}\` text`).join(',\n')}\n) ENGINE=InnoDB;\n`;
  for (let from = 0; from < rows; from += ROWS) {
    const length = Math.min(ROWS, rows - from);
    const tuples = Array.from(
      { length },
      (_, at) =>
        `(${rowAt(from + at)
          .map(quoted)
          .join(',')})`,
    );
    yield `INSERT INTO \`${of}\` VALUES ${tuples.join(',')};\n`;
  }
}

const quoted = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);
