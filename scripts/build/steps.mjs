/**
 * A step of the build.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} sources files and folders that it reads; the first is the one it cannot do without
 * @property {string} output a file that it writes
 * @property {string} program a script for Node, of the development packages
 * @property {readonly string[]} args
 * @property {string} [folder] where the program runs; the root if absent
 * @property {Readonly<Record<string, string>>} [env]
 */

/** What may change everything: versions of the tools, and how they are called. */
const EVERYTHING = ['package-lock.json', 'scripts/build'];
// The compiler of TypeScript 7 takes a fourth of the time. Tools that read the program's sources need the API of TypeScript 6, which 7 has not.
const TSC = 'node_modules/typescript-native/bin/tsc';
const VITE = 'node_modules/vite/bin/vite.js';
// Also where tests start the build, with an environment of their own: React's other build is for its developers.
const BROWSER = { program: VITE, args: ['build', '--logLevel', 'warn'], env: { NODE_ENV: 'production' } };

/** Written by the first step, for the others. Not a source. */
export const GENERATED = 'src/db/generated';

/** @type {Step} */
export const GENERATE = {
  name: 'database client',
  sources: ['prisma/schema', 'prisma.config.ts', ...EVERYTHING],
  output: `${GENERATED}/client.ts`,
  program: 'node_modules/prisma-cli/build/index.js',
  args: ['generate'],
  // Generating needs no schema engine; without this Prisma would download one.
  env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' },
};

/** What is independent of each other. @type {readonly Step[]} */
export const BUILD = [
  {
    name: 'server',
    sources: ['src', 'prisma/schema', 'tsconfig.json', 'tsconfig.build.json', ...EVERYTHING],
    output: 'dist/main.js',
    program: TSC,
    args: ['-p', 'tsconfig.build.json'],
  },
  {
    ...BROWSER,
    name: 'console',
    // Its forms are derived from the server's endpoints.
    sources: [
      ...['clients/console', 'clients/typescript/src', 'src', 'scripts/build-client', 'prisma/schema'],
      ...EVERYTHING,
    ],
    output: 'dist/console/browser/index.html',
    folder: 'clients/console',
  },
  {
    ...BROWSER,
    name: 'portal',
    // It takes the plug-in that compresses from the console.
    sources: ['clients/portal', 'clients/typescript/src', 'clients/console/compressed.ts', ...EVERYTHING],
    output: 'dist/portal/browser/index.html',
    folder: 'clients/portal',
  },
];
