/**
 * Writes deploy/grafana/lastmile.json from the tables of panels. A test compares the two.
 *
 *     npx tsx scripts/dashboard/main.ts
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dashboard } from './dashboard.ts';

const FILE = resolve(import.meta.dirname, '../../deploy/grafana/lastmile.json');

writeFileSync(FILE, `${JSON.stringify(dashboard(), null, 2)}\n`);
