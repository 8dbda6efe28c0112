import { describe, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { encoded, importing, type Right } from './imports.ts';

/** A file of `dumps/`: a part of a dump of FreeRADIUS's tables, and what is imported of it. */
interface Case {
  /** Default `freeradius-mysql`. */
  readonly format?: keyof typeof ENDS;
  /** Default UTF-8. */
  readonly encoding?: string;
  readonly mark?: true;
  /** Of the mapping file. */
  readonly mapping?: object;
  /** `{3 hours ago}` is such a time; the first and the last line of a dump are added. */
  readonly dump: readonly string[];
  readonly right: Right;
}

const ENDS = {
  'freeradius-mysql': ['-- MySQL dump 10.13', '-- Dump completed'],
  'freeradius-postgresql': ['-- PostgreSQL database dump', '-- PostgreSQL database dump complete'],
} as const;
const imports = await importing('DUMP');

describe.each(casesOf<Case>('dumps'))(
  'dump: $name',
  ({ format = 'freeradius-mysql', dump, mapping, right, ...form }) => {
    const [first, last] = ENDS[format];
    const text = [form.mark ? `\uFEFF${first}` : first, ...dump, `${last}\n`].join('\n');

    it('becomes what is right', async () => {
      const octets = encoded(text.replaceAll(/\{(\d+) hours ago\}/g, ago), form.encoding);
      expect(await imports(format, { 'radius.sql': octets }, mapping)).toMatchObject({
        refused: [],
        error: null,
        ...right,
      });
    });
  },
);

const ago = (_: string, hours: string): string =>
  new Date(Date.now() - Number(hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
