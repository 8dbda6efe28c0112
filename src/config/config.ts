import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ArchiveSettings, archiveSettings, archiveVariables } from './archive.ts';
import { NasAddresses } from './nas-addresses.ts';
import { type Networks, parseNetworks } from './networks.ts';

/** What the operator may set, parsed once. Nothing else in the program reads the environment. */
export interface Config {
  /** A PostgreSQL to use; absent means that Lastmile runs its own in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Absolute. Holds the embedded database and the generated secrets. */
  readonly dataDir: string;
  readonly http: { readonly address: string; readonly port: number };
  readonly radius: { readonly address: string; readonly authPort: number; readonly acctPort: number };
  /** How much accounting is kept in `dataDir` while the database is away. */
  readonly journalMaxBytes: number;
  /** 50 lowercase hex digits; absent means that one is drawn at the first start. */
  readonly adminApiKey: string | undefined;
  /** 64 hex digits; absent means `dataDir/secrets.key`. */
  readonly secretsKey: string | undefined;
  readonly logLevel: LogLevel;
  /** 200 makes every REST answer carry HTTP status 200; absent means the status that fits. */
  readonly restStatus: 200 | undefined;
  readonly archive: ArchiveSettings;
  /** Whether this node takes part in the work that time brings. */
  readonly jobs: boolean;
  /** Whether the public status page tells how many subscribers are online. */
  readonly publicStatusCount: boolean;
  /** Peers at the HTTP port that speak for others; none by default. */
  readonly trustedProxies: Networks;
  readonly nasAddresses: NasAddresses;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One sentence for each wrong setting, fit to be shown to the operator as they are. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}

/** Sentences never repeat the value: it may be a password. */
const port = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535')
    .default(standard);

/** None by default. */
const networks = () =>
  z
    .string()
    .transform((text, context): Networks => {
      const parsed = parseNetworks(text);
      if (parsed) return parsed;
      context.addIssue('must be addresses and networks such as 10.0.0.0/8, separated by commas');
      return z.NEVER;
    })
    .default(new BlockList());

const settings = z.object({
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must be an address such as postgresql://user:password@host:5432/database')
    .optional(),
  DATA_DIR: z.string().default('./.data'),
  BIND_ADDRESS: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IPv4 or IPv6 address')
    .optional(),
  HTTP_PORT: port(8080),
  RADIUS_AUTH_PORT: port(1812),
  RADIUS_ACCT_PORT: port(1813),
  ADMIN_API_KEY: z
    .string()
    .regex(/^[0-9a-f]{50}$/, 'must be 50 lowercase hexadecimal digits')
    .optional(),
  SECRETS_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits (32 bytes)')
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  ACCOUNTING_JOURNAL_MAX_MB: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number of megabytes from 1 to 9999999')
    .transform(Number)
    .default(1024),
  REST_STATUS: z.literal('200', 'must be 200 or unset').optional(),
  ...archiveVariables,
  JOBS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PUBLIC_STATUS_COUNT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  TRUSTED_PROXIES: networks(),
  NAS_FORBIDDEN_NETWORKS: networks(),
  NAS_ALLOWED_NETWORKS: networks(),
});

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment. An empty value counts as unset, as in a compose file that passes everything on.
 * @throws ConfigError with a sentence for every wrong setting, not only the first
 */
export function readConfig(environment: Environment = process.env): Config {
  const parsed = settings.safeParse(withoutEmpty(environment));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  }
  const set = parsed.data;
  if (set.RADIUS_AUTH_PORT !== 0 && set.RADIUS_AUTH_PORT === set.RADIUS_ACCT_PORT) {
    throw new ConfigError(['RADIUS_ACCT_PORT must differ from RADIUS_AUTH_PORT.']);
  }
  return Object.freeze({
    databaseUrl: set.DATABASE_URL,
    dataDir: resolve(set.DATA_DIR),
    // The API stays on this machine until somebody decides otherwise; a NAS is never on this machine.
    http: Object.freeze({ address: set.BIND_ADDRESS ?? '127.0.0.1', port: set.HTTP_PORT }),
    radius: Object.freeze({
      address: set.BIND_ADDRESS ?? '0.0.0.0',
      authPort: set.RADIUS_AUTH_PORT,
      acctPort: set.RADIUS_ACCT_PORT,
    }),
    adminApiKey: set.ADMIN_API_KEY,
    secretsKey: set.SECRETS_KEY,
    journalMaxBytes: set.ACCOUNTING_JOURNAL_MAX_MB * 1024 * 1024,
    logLevel: set.LOG_LEVEL,
    restStatus: set.REST_STATUS === '200' ? 200 : undefined,
    archive: archiveSettings(set),
    jobs: set.JOBS === 'on',
    publicStatusCount: set.PUBLIC_STATUS_COUNT === 'on',
    trustedProxies: set.TRUSTED_PROXIES,
    nasAddresses: new NasAddresses({
      forbidden: set.NAS_FORBIDDEN_NETWORKS,
      allowed: set.NAS_ALLOWED_NETWORKS,
      loopback: set.DATABASE_URL === undefined,
    }),
  });
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}
