import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ArchiveSettings, archiveSettings, archiveVariables } from './archive.ts';
import { type CaptiveSettings, captiveSettings, captiveVariables } from './captive.ts';
import { databaseAddress } from './database-hosts.ts';
import { type EapFiles, eapFiles, eapVariables } from './eap.ts';
import { faultsOf } from './faults.ts';
import { type FileSettings, fileSettings, fileVariables } from './files.ts';
import { type InterfaceSettings, interfaceSettings, interfaceVariables } from './interfaces.ts';
import { origin, port } from './kinds.ts';
import { type RadiusSettings, radiusSettings, radiusVariables } from './radius.ts';
import { type RadSecSettings, radSecSettings, radSecVariables } from './radsec.ts';
import { type ReachSettings, reachSettings, reachVariables } from './reach.ts';
import { processesOf, processVariables, type Roles, rolesOf, roleVariables } from './roles.ts';
import { secretsKeyVariables } from './secrets-key-variables.ts';

/** The operator's settings. Nothing else in the program reads the environment. */
export interface Config extends ReachSettings, CaptiveSettings, InterfaceSettings {
  /** The PostgreSQL to use, or the servers of a cluster; undefined for the embedded one in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** A standby for logs, exports and deep pages. */
  readonly databaseReadUrl: string | undefined;
  /** Number of connections for transactions and for lists each; half as many for look-ups. */
  readonly databaseConnections: number;
  /** Absolute path. Contains the embedded database and generated secrets. */
  readonly dataDir: string;
  readonly http: { readonly address: string; readonly port: number };
  /** Where people reach this installation with a browser, without a path; undefined if that is not told. */
  readonly publicUrl: string | undefined;
  readonly radius: RadiusSettings;
  /** Undefined: no RadSec. */
  readonly radsec: RadSecSettings | undefined;
  /** Undefined: no EAP method with TLS. */
  readonly eap: EapFiles | undefined;
  /** Maximum size of the accounting journal in `dataDir`, used while the database is unavailable. */
  readonly journalMaxBytes: number;
  /** 50 lowercase hex digits; undefined: the first start generates one. */
  readonly adminApiKey: string | undefined;
  /** 64 hex digits; undefined: `dataDir/secrets.key`. */
  readonly secretsKey: string | undefined;
  /** The key that `secretsKey` replaces. */
  readonly previousSecretsKey: string | undefined;
  readonly logLevel: LogLevel;
  /** How long a stop may take before the process ends without having stopped everything. */
  readonly stopWithinMs: number;
  /** 200: every REST response has HTTP status 200. Undefined: the status of the fault. */
  readonly restStatus: 200 | undefined;
  readonly archive: ArchiveSettings;
  readonly files: FileSettings;
  readonly roles: Roles;
  /** 2: RADIUS runs in a process of its own. */
  readonly processes: 1 | 2;
}

/** RADIUS has pools of its own; the others serve its Disconnect-Requests and metrics. */
const CONNECTIONS_OF_RADIUS = 4;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Invalid settings, one sentence each, for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}

const settings = z.object({
  DATABASE_URL: databaseAddress({ several: true }).optional(),
  DATABASE_READ_URL: databaseAddress({ several: false }).optional(),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^([2-9]|[1-9]\d|1\d\d|200)$/, 'must be a whole number from 2 to 200')
    .transform(Number)
    .optional(),
  DATA_DIR: z.string().default('./.data'),
  BIND_ADDRESS: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IPv4 or IPv6 address')
    .optional(),
  HTTP_PORT: port(8080),
  PUBLIC_URL: origin().optional(),
  ...captiveVariables,
  ...radiusVariables,
  ...radSecVariables,
  ...eapVariables,
  ADMIN_API_KEY: z
    .string()
    .regex(/^[0-9a-f]{50}$/, 'must be 50 lowercase hexadecimal digits')
    .optional(),
  ...secretsKeyVariables,
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  STOP_WITHIN_S: z
    .string()
    .regex(/^([1-9]\d?|[1-5]\d\d|600)$/, 'must be a whole number of seconds from 1 to 600')
    .transform(Number)
    .default(10),
  ACCOUNTING_JOURNAL_MAX_MB: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number of megabytes from 1 to 9999999')
    .transform(Number)
    .default(1024),
  REST_STATUS: z.literal('200', 'must be 200 or unset').optional(),
  ...archiveVariables,
  ...fileVariables,
  ...roleVariables,
  ...processVariables,
  ...interfaceVariables,
  ...reachVariables,
});

/** Of the environment variables that a node reads. */
export const VARIABLES: readonly string[] = Object.keys(settings.shape);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment. An empty value counts as unset, as in a compose file that passes all variables on.
 * @throws ConfigError with a sentence for each invalid setting
 */
export function readConfig(environment: Environment = process.env): Config {
  const parsed = settings.safeParse(withoutEmpty(environment));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  }
  const set = parsed.data;
  const faults = faultsOf(set);
  if (faults.length > 0) throw new ConfigError(faults);
  const roles = rolesOf(set);
  return Object.freeze({
    databaseUrl: set.DATABASE_URL,
    databaseReadUrl: set.DATABASE_READ_URL,
    databaseConnections: set.DATABASE_CONNECTIONS ?? (roles.api || roles.jobs ? 10 : CONNECTIONS_OF_RADIUS),
    dataDir: resolve(set.DATA_DIR),
    // By default the API is local, while NASes are other machines.
    http: Object.freeze({ address: set.BIND_ADDRESS ?? '127.0.0.1', port: set.HTTP_PORT }),
    publicUrl: set.PUBLIC_URL,
    ...captiveSettings(set, set.BIND_ADDRESS),
    radius: radiusSettings(set),
    radsec: radSecSettings(set),
    eap: eapFiles(set),
    adminApiKey: set.ADMIN_API_KEY,
    secretsKey: set.SECRETS_KEY,
    previousSecretsKey: set.SECRETS_KEY_PREVIOUS,
    journalMaxBytes: set.ACCOUNTING_JOURNAL_MAX_MB * 1024 * 1024,
    logLevel: set.LOG_LEVEL,
    // Before a supervisor that allows so many seconds kills the process.
    stopWithinMs: set.STOP_WITHIN_S * 1_000 - 500,
    restStatus: set.REST_STATUS === '200' ? 200 : undefined,
    archive: archiveSettings(set),
    files: fileSettings(set),
    roles,
    processes: processesOf(set, roles),
    ...interfaceSettings(set),
    ...reachSettings(set, { loopback: set.DATABASE_URL === undefined }),
  });
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}
