/**
 * Do the texts speak of the code that is there, and does the code keep to CONTRIBUTING.md? Paths and names in Markdown
 * exist, docs/operate/commands.md lists the commands of the CLI, files and functions keep their sizes, retired words stay retired.
 *
 *     npm run check:tidy
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../src/cli/commands.ts';
import { commandComplaints } from './tidy/commands.ts';
import { markdownComplaints } from './tidy/markdown.ts';
import { sizeComplaints, unusedSizeExceptions } from './tidy/sizes.ts';
import { wordComplaints } from './tidy/words.ts';

const TEXT =
  /\.(tsx?|mts|mjs|cjs|md|json|css|html|sql|prisma|yml|yaml|cfg|conf|sh|txt)$|(^|\/)(Dockerfile|run|install|create-database|[.\w]*ignore)$/;
const GENERATED = /^package-lock\.json$|^prisma\/migrations\//;

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '');
const files = paths.filter((path) => TEXT.test(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const own = files.filter(({ path }) => !GENERATED.test(path));
const markdown = own.filter(({ path }) => path.endsWith('.md'));
const source = own.filter(({ path }) => /^(src|scripts|clients|test|deploy)\/.*\.(tsx?|mjs)$/.test(path));
const commands = own.find(({ path }) => path === 'docs/operate/commands.md');

const complaints = [
  ...markdownComplaints(markdown, { paths, texts: files.filter(({ path }) => !path.endsWith('.md')) }),
  ...commandComplaints(commands?.text ?? '', COMMANDS),
  ...sizeComplaints(source),
  ...unusedSizeExceptions(source),
  ...wordComplaints(own),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length === 0) console.log(`${files.length} files are tidy`);
process.exitCode = complaints.length === 0 ? 0 : 1;
