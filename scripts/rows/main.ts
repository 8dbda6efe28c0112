/**
 * Checks the types that reads assert against the rows that they returned in a run of tests:
 *
 *     RECORD_ROWS=<new folder> tsx scripts/run-tests.ts
 *     npm run check:rows -- <folder>
 *     npm run check:rows -- <folder> --part    after some of the tests: reads that were not run are no problem
 */
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { checkReads, needlessEntries, unlistedReads } from './check.ts';
import { readNotes } from './notes.ts';
import { UNEXERCISED } from './unexercised.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { part: { type: 'boolean' } } });
const [folder] = positionals;
if (!folder) throw new Error('name the folder of the notes');

const files = ts.sys.readDirectory('src', ['.ts'], ['src/db/generated']).map((file) => file.replaceAll('\\', '/'));
const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const { problems, exercised, unexercised } = checkReads(
  ts.createProgram(files, options),
  files,
  await readNotes(folder),
);
const listed = Object.keys(UNEXERCISED);
const all = values.part ? problems : [...problems, ...unlistedReads(unexercised, listed)];
for (const problem of all) console.error(problem);
if (!values.part) for (const entry of needlessEntries(unexercised, listed)) console.log(entry);
console.log(`${exercised.length} reads were run, ${unexercised.length} were not; ${all.length} problems`);
process.exitCode = all.length === 0 ? 0 : 1;
