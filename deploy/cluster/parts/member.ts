import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PartSpec } from '../part-spec.ts';
import { memberState } from '../patroni.ts';
import { pathOf, postgresPrograms } from '../programs.ts';
import { deployed, folderOf, logOf, type Site } from '../site.ts';

/** A copy of the database takes a while on a busy machine. */
const READY_WITHIN_MS = 90_000;

export const memberDir = (site: Site, name: string) => folderOf(site, name);
export const dataDirOf = (site: Site, name: string) => join(memberDir(site, name), 'data');

/**
 * A PostgreSQL under Patroni, by `deploy/patroni/patroni.yml`.
 * @param at from 1 on
 */
export function member(site: Site, at: number): PartSpec {
  const name = `postgres${at}`;
  const dir = memberDir(site, name);
  const port = site.ports.of(name);
  return {
    name,
    what: 'PostgreSQL under Patroni',
    address: `127.0.0.1:${port}, Patroni http://127.0.0.1:${patroniPort(site, name)}`,
    program: pathOf('patroni'),
    args: [configuration(site, name)],
    env: { ...site.env, ...patroniEnv(site, name), ...backupEnv(site, name) },
    account: site.account,
    dir,
    log: logOf(site, name),
    isReady: async () => (await memberState(patroniPort(site, name))) !== undefined,
    readyWithinMs: READY_WITHIN_MS,
    dataDir: dataDirOf(site, name),
  };
}

export const patroniPort = (site: Site, name: string) => site.ports.of(name.replace('postgres', 'patroni'));

/** A folder of configuration: our file, and after it what only this machine has. Patroni reads all files in order. */
function configuration(site: Site, name: string): string {
  const folder = `patroni-${name}`;
  const path = dirname(deployed(site, 'patroni/patroni.yml', { as: `${folder}/1-patroni.yml` }));
  const createDatabase = deployed(site, 'patroni/create-database');
  chmodSync(createDatabase, 0o755);
  const own = {
    bootstrap: { post_bootstrap: createDatabase },
    // Debian's folder of sockets is for the system's servers.
    postgresql: { parameters: { unix_socket_directories: memberDir(site, name) } },
  };
  // JSON is YAML.
  writeFileSync(join(path, '2-own.yml'), JSON.stringify(own));
  return path;
}

function patroniEnv(site: Site, name: string): Record<string, string> {
  const { settings, ports } = site;
  const restapi = `127.0.0.1:${patroniPort(site, name)}`;
  const postgres = `127.0.0.1:${ports.of(name)}`;
  return {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: `127.0.0.1:${ports.of('etcdClient')}`,
    PATRONI_RESTAPI_LISTEN: restapi,
    PATRONI_RESTAPI_CONNECT_ADDRESS: restapi,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_POSTGRESQL_DATA_DIR: dataDirOf(site, name),
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
    PATRONI_POSTGRESQL_PGPASS: join(memberDir(site, name), 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: settings.superuserPassword,
    PATRONI_REPLICATION_PASSWORD: settings.replicationPassword,
    LASTMILE_DATABASE_PASSWORD: settings.databasePassword,
  };
}

/** For pgBackRest, which has `deploy/pgbackrest/cluster.conf` for the rest. */
export function backupEnv(site: Site, name: string): Record<string, string> {
  const repository = folderOf(site, 'backups');
  return {
    PGBACKREST_CONFIG: deployed(site, 'pgbackrest/cluster.conf'),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_LOCK_PATH: join(memberDir(site, name), 'lock'),
    PGBACKREST_SPOOL_PATH: join(memberDir(site, name), 'spool'),
    PGBACKREST_PG1_PATH: dataDirOf(site, name),
    PGBACKREST_PG1_PORT: String(site.ports.of(name)),
    PGBACKREST_PG1_SOCKET_PATH: memberDir(site, name),
  };
}
