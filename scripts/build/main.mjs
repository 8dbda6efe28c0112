/**
 * Builds into `dist` what is not built yet from the sources as they are now. Each step has a stamp, the fingerprint of its sources,
 * which it loses when it begins and gets when it has ended well.
 *
 *     npm run build
 *     node scripts/build/main.mjs --installing   where packages for development are missing: says so, and succeeds
 *
 * In plain JavaScript, since it runs where nothing is built and, before `npm start`, where no tool is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { Stamps } from './stamps.mjs';
import { BUILD, GENERATE } from './steps.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

const STEPS = [GENERATE, ...BUILD];
const stamps = new Stamps();
const stale = STEPS.filter((step) => !isBuilt(step));

if (stale.length > 0) {
  if (STEPS.every(({ program }) => existsSync(program))) process.exitCode = (await build()) ? 0 : 1;
  else process.exitCode = explainMissingTools();
}

/** @param {Step} step */
function isBuilt(step) {
  const { name, sources, output, program } = step;
  // The database client is only for the compiler: without tools nobody misses it.
  if (!existsSync(output) && (step !== GENERATE || existsSync(program))) return false;
  // An installation may have the output without the sources.
  return !existsSync(sources[0]) || stamps.has(name, fingerprint(sources));
}

async function build() {
  if (stale.includes(GENERATE) && !(await run(GENERATE))) return false;
  // The compiler takes what it has written once as still there.
  if (!existsSync('dist/main.js')) rmSync('dist/.tsbuildinfo', { force: true });
  const ended = await Promise.all(BUILD.filter((step) => stale.includes(step)).map(run));
  return ended.every(Boolean);
}

/** @param {Step} step @returns {Promise<boolean>} whether it ended well */
async function run({ name, sources, program, args, folder = '.', env = {} }) {
  const built = fingerprint(sources);
  stamps.set(name, undefined);
  const code = await new Promise((ended) => {
    const child = spawn(process.execPath, [resolve(program), ...args], {
      ...{ cwd: folder, stdio: 'inherit', env: { ...process.env, ...env } },
    });
    child.on('error', ended).on('exit', ended);
  });
  if (code !== 0) process.stderr.write(`The ${name} was not built: correct what is written above.\n`);
  else stamps.set(name, built);
  return code === 0;
}

/** @returns {number} the exit code */
function explainMissingTools() {
  const what = existsSync('dist/main.js') ? 'dist was built from other sources' : 'Nothing is built';
  process.stderr.write(
    `${what}, and the packages that build it are not installed: run "npm ci && npm run build && npm prune --omit=dev", ` +
      'or copy dist from where this version was built.\n',
  );
  return process.argv.includes('--installing') ? 0 : 1;
}
