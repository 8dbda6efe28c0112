/**
 * Checks the layers of ARCHITECTURE.md (.dependency-cruiser.cjs). Also checks that dependency-cruiser has read every file: it
 * succeeds without reading any if it cannot load TypeScript.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const ROOT = 'src';
const CONSOLE = join('clients', 'console', 'src');
const PORTAL = join('clients', 'portal', 'src');
const DEPLOY = 'deploy';
const GENERATED = join(ROOT, 'db', 'generated');

const options = await extractOptions('./.dependency-cruiser.cjs');
const tsConfig = extractTsConfig('./tsconfig.json');
const { output } = await cruise([ROOT, CONSOLE, PORTAL, DEPLOY], options, undefined, { tsConfig });
const report = await format(output, { outputType: 'err' });
console.log(report.output);

const seen = new Set(output.modules.map((module) => module.source));
const files = (await Promise.all([ROOT, CONSOLE, PORTAL, DEPLOY].map(sourceFiles))).flat();
const unseen = files.filter((file) => !seen.has(file));
if (unseen.length > 0) console.error(`dependency-cruiser did not read ${unseen.length} files, such as ${unseen[0]}`);
process.exitCode = report.exitCode > 0 || unseen.length > 0 ? 1 : 0;

async function sourceFiles(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(GENERATED));
}
