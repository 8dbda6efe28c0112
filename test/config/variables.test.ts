import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config/config.ts';

const textOf = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

/** Some rows are of two that go together. */
const namesIn = (cells: readonly (string | undefined)[]) =>
  cells.flatMap((cell) => found(cell ?? '', /`([A-Z0-9_]+)`/g));

/** Inside a container: the image says where the data are and on which address and ports it listens; compose publishes these. */
const OF_THE_IMAGE = ['DATA_DIR', 'BIND_ADDRESS', 'HTTP_PORT', 'RADIUS_AUTH_PORT', 'RADIUS_ACCT_PORT', 'RADSEC_PORT'];

describe('an environment variable', () => {
  it('has a row in the list of all', async () => {
    const rows = namesIn(found(await textOf('docs/operate/configuration.md'), /^\|( `[^|]*)\|/gm));
    expect(rows.toSorted()).toEqual([...VARIABLES].sort());
  });

  it('reaches the node of the compose file, unless the image sets it', async () => {
    const passed = found(await textOf('docker-compose.yml'), /^ {6}([A-Z][A-Z0-9_]*):/gm);
    expect(passed).toEqual(expect.arrayContaining(VARIABLES.filter((name) => !OF_THE_IMAGE.includes(name))));
    expect(passed.filter((name) => name && OF_THE_IMAGE.includes(name))).toEqual([]);
  });

  it('that names a port is published by the compose file', async () => {
    const [dockerfile, compose] = await Promise.all([textOf('Dockerfile'), textOf('docker-compose.yml')]);
    const exposed = found(dockerfile, /(?<=^EXPOSE.* )(\d+\/(?:tcp|udp))/gm);
    expect(exposed).toHaveLength(4);
    expect(found(compose, /^ {6}- (?:[\d.]+:)?\d+:(\d+\/\w+)$/gm)).toEqual(exposed);
  });
});
