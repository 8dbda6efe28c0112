import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../../../deploy/cluster/part.ts';

/** The node whose journal is on a small disk of its own. */
const NODE = 'node1';
const FOLDER = 'data/journal';
const SIZE = '16m';

/** Runs a node with a file system for its journal that only it sees. */
export function journalDisk(node: string): readonly string[] {
  if (node !== NODE) return [];
  const script = `mkdir -p ${FOLDER} && mount -t tmpfs -o size=${SIZE},mode=700 tmpfs ${FOLDER} && exec "$@"`;
  return ['unshare', process.getuid?.() === 0 ? '-m' : '-rm', 'sh', '-c', script, 'sh'];
}

/** Leaves no octet for the journal. */
export function fillJournalDisk(node: Part): void {
  const block = Buffer.alloc(64 * 1024);
  // Smaller and smaller, to the last octet.
  for (let size = block.length; size > 0; size = Math.floor(size / 2)) {
    while (appended(fillerOf(node), block.subarray(0, size)));
  }
}

export function freeJournalDisk(node: Part): void {
  rmSync(fillerOf(node));
}

function appended(file: string, octets: Buffer): boolean {
  try {
    writeFileSync(file, octets, { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

/** As the node sees it. */
const fillerOf = ({ pid, spec }: Part) => join(`/proc/${pid}/root`, spec.dir, FOLDER, 'filler');
