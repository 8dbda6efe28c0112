/**
 * Checks the types that reads assert against the rows that they returned in a run of tests:
 *
 *     RECORD_ROWS=/some/folder npm test
 *     npm run check:rows -- /some/folder
 *     npm run check:rows -- /some/folder --part    after some of the tests: reads that were not run are no problem
 */
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { checkReads, listProblems } from './check.ts';
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
const all = values.part ? problems : [...problems, ...listProblems(unexercised, Object.keys(UNEXERCISED))];
for (const problem of all) console.error(problem);
console.log(`${exercised.length} reads were run, ${unexercised.length} were not; ${all.length} problems`);
process.exitCode = all.length === 0 ? 0 : 1;
