import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { keyOf } from '../../../../src/areas/installation/backup/format.ts';
import { readBackup } from '../../../../src/areas/installation/backup/restore/backup-file.ts';

/** The rows of a file by table, in COPY's text format, sorted. */
export async function rowsIn(file: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await readBackup(file, async (table, rows) => {
    const blocks: Buffer[] = [];
    for await (const block of rows) blocks.push(block);
    const lines = Buffer.concat(blocks).toString().split('\n').slice(0, -1);
    found[keyOf(table)] = lines.sort();
    return lines.length;
  });
  return found;
}

/** A copy with its script changed, and the last line made right again, as one who knows the format would. */
export async function forged(file: string, change: (script: string) => string): Promise<string> {
  const script = gunzipSync(await readFile(file)).toString();
  const changed = change(script.replace(/-- sha256 [0-9a-f]{64}\n$/, ''));
  if (changed === script.replace(/-- sha256 [0-9a-f]{64}\n$/, '')) throw new Error('nothing was changed');
  const path = `${file}-${Math.random().toString(36).slice(2)}`;
  await writeFile(path, gzipSync(`${changed}-- sha256 ${createHash('sha256').update(changed).digest('hex')}\n`));
  return path;
}
