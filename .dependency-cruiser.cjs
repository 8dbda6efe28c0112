/** The layers of ARCHITECTURE.md: imports point one way. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ')}`,
  from: { path: `^src/${from}` },
  to: { path: '^src/', pathNot: allowed.map((room) => `^src/${room}`) },
});

/** Rooms of the console: app → screens → ui → api, words. Screens do not know each other. */
const CONSOLE = '^clients/console/src/';
const consoleRoom = (room, allowed) => ({
  name: `console-${room}`,
  severity: 'error',
  comment: `${room} of the console may import only: ${allowed.join(', ')}`,
  from: { path: `${CONSOLE}${room}/` },
  to: { path: CONSOLE, pathNot: [...allowed, room].map((name) => `${CONSOLE}${name}/`).concat(`${CONSOLE}icon\\.svg`) },
});

/** The same rooms in the subscriber's pages. */
const PORTAL = '^clients/portal/src/';
const portalRoom = (room, allowed) => ({
  name: `portal-${room}`,
  severity: 'error',
  comment: `${room} of the portal may import only: ${allowed.join(', ')}`,
  from: { path: `${PORTAL}${room}/` },
  to: { path: PORTAL, pathNot: [...allowed, room].map((name) => `${PORTAL}${name}/`) },
});

/** Parts of `radius/` from the ground up: each may import those before it. The handlers know nothing of each other. */
const RADIUS_PARTS = ['protocol', 'authentication', 'state', 'policy', 'server'];
const RADIUS_HANDLERS = ['access', 'accounting', 'dynamic'];
const BELOW_RADIUS = ['areas/', 'core/', 'db/', 'config/'];
const radiusPart = (part, below) =>
  only(`radius-${part}`, `radius/${part}/`, [...[...below, part].map((name) => `radius/${name}/`), ...BELOW_RADIUS]);

/** Parts of `areas/money/billing/` whose rules work in memory. The `sql` tag only makes text: a rule has its candidates next to it. */
const PURE_BILLING = '^src/areas/money/billing/(model|pricing|ledger|charging|life-cycle)/';
const SQL_TAG = '^src/db/sql/fragment\\.ts$';

/**
 * Wings of `areas/` by floor, from the ground up: a rule imports its own wing and those on lower floors. Wings on the same floor do
 * not import each other. Routers are free: an endpoint stands with the resource of its path, wherever its rule lives.
 */
const FLOORS = [
  ['tenancy'],
  ['network'],
  ['money'],
  ['catalogue'],
  ['subscribers'],
  ['online', 'insight', 'care'],
  ['installation'],
];
const WINGS = '^src/areas/';
const wing = (name, floor) => ({
  name: `wing-${name}`,
  severity: 'error',
  comment: `${name} may import only: ${[name, ...FLOORS.slice(0, floor).flat()].join(', ')}`,
  from: { path: `${WINGS}${name}/`, pathNot: 'router\\.ts$' },
  to: { path: WINGS, pathNot: [name, ...FLOORS.slice(0, floor).flat()].map((each) => `${WINGS}${each}/`) },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    only('config-stands-alone', 'config/', ['config/']),
    only('db-below-core', 'db/', ['db/', 'config/']),
    only('core-over-db', 'core/', ['core/', 'db/', 'config/']),
    only('rpc-over-core', 'rpc/', ['rpc/', 'core/', 'db/', 'config/']),
    // The API of routers, as `radius/protocol` is that of NASes: it knows no tenant and no database.
    only('routeros-is-a-wire', 'routeros/', ['routeros/', 'core/network/octet-text']),
    only('areas-over-rpc', 'areas/', ['areas/', 'routeros/', 'rpc/', 'core/', 'db/', 'config/']),
    only('rest-beside-radius', 'rest/', ['rest/', 'app-router', 'areas/', 'rpc/', 'core/', 'db/', 'config/']),
    only('panel-over-router', 'panel/', ['panel/', 'app-router', 'rpc/', 'core/', 'config/']),
    only('console-beside-panel', 'console/', ['console/', 'core/', 'config/']),
    only('radius-over-areas', 'radius/', ['radius/', 'areas/', 'core/', 'db/', 'config/']),
    only('radius-protocol-is-octets', 'radius/protocol/', [
      'radius/protocol/',
      'core/network/octet-text',
      'core/network/line-id',
      'core/network/ipv4',
      'core/network/ipv6',
    ]),
    ...RADIUS_PARTS.slice(1).map((part, at) => radiusPart(part, RADIUS_PARTS.slice(0, at + 1))),
    ...RADIUS_HANDLERS.map((handler) => radiusPart(handler, RADIUS_PARTS)),
    {
      name: 'billing-rules-without-database',
      severity: 'error',
      comment: 'The rules of billing change a draft in memory; only store, run and verify reach the database',
      from: { path: PURE_BILLING },
      to: { path: ['^src/db/', '^src/areas/money/billing/(store|run|verify)/'], pathNot: SQL_TAG, reachable: true },
    },
    {
      name: 'deploy-runs-programs',
      severity: 'error',
      comment: 'The cluster of deploy/ runs nodes as programs and imports nothing of them; src knows nothing of it',
      from: { path: '^(deploy|src)/' },
      to: { path: '^(deploy|src|test)/', pathNot: '^$1/' },
    },
    consoleRoom('words', []),
    consoleRoom('api', ['words']),
    consoleRoom('ui', ['api', 'words']),
    consoleRoom('screens', ['ui', 'api', 'words']),
    consoleRoom('app', ['screens', 'ui', 'api', 'words']),
    portalRoom('words', []),
    portalRoom('api', ['words']),
    portalRoom('ui', ['api', 'words']),
    portalRoom('screens', ['ui', 'api', 'words']),
    portalRoom('app', ['screens', 'ui', 'api', 'words']),
    {
      name: 'portal-screens-alone',
      severity: 'error',
      comment: 'A screen of the portal imports no other screen',
      from: { path: `${PORTAL}screens/([^/]+)\\.tsx$` },
      to: { path: `${PORTAL}screens/`, pathNot: `${PORTAL}screens/$1\\.tsx$` },
    },
    {
      name: 'console-screens-alone',
      severity: 'error',
      comment: 'A screen of the console imports no other screen',
      from: { path: `${CONSOLE}screens/([^/]+)/` },
      to: { path: `${CONSOLE}screens/`, pathNot: `${CONSOLE}screens/$1/` },
    },
    only('moving-over-areas', 'moving/', ['moving/', 'areas/', 'rpc/', 'core/', 'db/', 'config/']),
    only('metrics-over-areas', 'metrics/', ['metrics/', 'areas/', 'core/', 'db/', 'config/']),
    only('jobs-over-areas', 'jobs/', ['jobs/', 'areas/', 'core/', 'db/', 'config/']),
    ...FLOORS.flatMap((wings, floor) => wings.map((name) => wing(name, floor))),
    {
      name: 'wings-have-a-floor',
      severity: 'error',
      comment: 'Every folder of areas/ is one of the wings',
      from: { path: WINGS, pathNot: FLOORS.flat().map((name) => `${WINGS}${name}/`) },
      to: {},
    },
    {
      name: 'routers-above-wings',
      severity: 'error',
      comment: 'Only the root router and other routers import a router, so what it imports ties no wing to another',
      from: { path: '^src/areas/', pathNot: 'router\\.ts$' },
      to: { path: '^src/areas/.*router\\.ts$' },
    },
    {
      name: 'only-routers-know-trpc',
      severity: 'error',
      comment: 'A rule knows no transport: in an area only router.ts speaks tRPC or rpc/',
      from: { path: '^src/areas/', pathNot: 'router\\.ts$' },
      to: { path: ['^src/rpc/', 'node_modules/@trpc/'] },
    },
    {
      name: 'loaded-when-needed',
      severity: 'error',
      comment: 'What few calls need is loaded by the first of them (`await import`): no start waits for it',
      from: { path: '^src/' },
      to: {
        path: ['^src/rest/openapi\\.ts$', '^src/rest/mcp/server\\.ts$', 'node_modules/nodemailer/'],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'src/db/generated'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
