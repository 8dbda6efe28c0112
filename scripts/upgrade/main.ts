/**
 * Keeps what a release's upgrade is tested with: a small ISP in the schema of the present migrations, and what the present
 * program makes of it.
 *
 *     npm run upgrade:keep -- 1.0.0    writes test/upgrade/1.0.0
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withMigratedDatabase } from '../schema/scratch.ts';
import { keep } from './keep.ts';
import { KEPT } from './kept.ts';

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('usage: npm run upgrade:keep -- 1.0.0');
  process.exit(2);
}
const folder = join(KEPT, version);
await mkdir(folder, { recursive: true });
await withMigratedDatabase((connection) => keep(connection, { folder, version }));
console.log(`wrote ${folder}`);
