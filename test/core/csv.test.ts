import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/core/list/csv.ts';

describe('a line of CSV', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [['', '0', '-5.50', '+91'], ',0,-5.50,+91'],
    [['a,b', 'say "x"', 'two\nlines', ' edge'], '"a,b","say ""x""","two\nlines"," edge"'],
    [['आशा', '😀'], 'आशा,😀'],
  ])('of %j', (values, line) => {
    expect(csvLine(values)).toBe(`${line}\r\n`);
  });

  it.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '＝1+1',
    '\t=1',
    '=HYPERLINK("http://evil.example")',
    '+91 98',
    '-',
    "=cmd|' /C calc'!A0",
  ])('never has %j for a spreadsheet to execute', (text) => {
    expect(csvLine([text]).replace(/^"/, '').startsWith("'")).toBe(true);
  });
});
