import { dirname, join, normalize } from 'node:path';
import type { TextFile } from './file.ts';

interface Repository {
  readonly paths: readonly string[];
  /** Everything that is not Markdown. */
  readonly texts: readonly TextFile[];
}

/** Where a path in a text may begin, besides the folder of its file and the wings of `src/areas`. */
const ROOTS = ['', 'src', 'src/areas', 'src/areas/money/billing', 'src/radius', 'test'];
const WING = /^src\/areas\/[^/]+(?=\/)/;
const CODE = /`([^`\n]+)`/g;
const LINK = /\]\((?!https?:|#|mailto:)([^)\s#]+)[^)]*\)/g;
const PATH = /^\.?[\w@-][\w.@-]*(\/[\w.@*-]+)+\/?$|^[\w-]+\.(ts|md|json|mjs|cjs|yml|sql|prisma)$/;
/** A name as code writes it, such as `readDrafts`, `UdpServer`, `valid_upto`. */
const NAME = /^[A-Za-z]\w*(?:[a-z][A-Z]|_)\w*(?:\(\))?$/;
/** What looks like a path and is none: folders that appear at run time, media types, packages, dates, document numbers. */
const NO_PATH = [/^\.(data|git)\b/, /^(application|multipart|text|image)\//, /^@[\w-]+\//, /^\d/, /^[A-Z\d]+\/\d+$/];

/** Names of other programs that our texts speak of. */
const FOREIGN = new Set(['archive_timeout', 'createTRPCOptionsProxy', 'pg_stat_statements']);

/** Paths, links and names of code in Markdown exist. Fenced blocks are for the reader's shell and are not looked at. */
export function markdownComplaints(markdown: readonly TextFile[], repository: Repository): string[] {
  const known = knownNames(repository.texts);
  const exists = pathFinder(repository.paths);
  const wings = new Set(repository.paths.flatMap((path) => WING.exec(path) ?? []));
  const roots = [...ROOTS, ...wings];
  return markdown.flatMap(({ path, text }) => {
    const prose = text.replace(/^```[\s\S]*?^```/gm, '');
    const folder = dirname(path);
    const words = [...prose.matchAll(CODE)].map(([, word = '']) => word);
    const links = [...prose.matchAll(LINK)].map(([, link = '']) => link);
    return [
      ...links
        .filter((link) => !exists(normalize(join(folder, link))))
        .map((link) => `${path}: links to ${link}, which does not exist`),
      ...words
        .filter(
          (word) => isPath(word) && !known.has(word) && !roots.concat(folder).some((root) => exists(join(root, word))),
        )
        .map((word) => `${path}: names \`${word}\`, which does not exist`),
      ...words
        .filter((word) => NAME.test(word) && !FOREIGN.has(word) && !known.has(word.replace('()', '')))
        .map((word) => `${path}: names \`${word}\`, which is nowhere in the code`),
    ];
  });
}

function isPath(word: string): boolean {
  return PATH.test(word) && !NO_PATH.some((pattern) => pattern.test(word));
}

/** Every word of the code, and every text in quotes that looks like a path of the API. */
function knownNames(texts: readonly TextFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { text } of texts) {
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) names.add(name);
    for (const [, path = ''] of text.matchAll(/['"`]\/?([\w-]+(?:\/[\w-]+)+)['"`]/g)) names.add(path);
  }
  return names;
}

/** A file, a folder, the end of a path (`time/unpaid.ts`), or a pattern such as `rules/*` that matches any. */
function pathFinder(paths: readonly string[]): (path: string) => boolean {
  const all = new Set<string>();
  for (const path of paths) {
    for (let at = path; at !== '.'; at = dirname(at)) all.add(`/${at}`);
  }
  return (path) => {
    const wanted = normalize(path).replace(/\/$/, '');
    if (wanted === '.' || all.has(`/${wanted}`) || all.has(`/${wanted}.ts`)) return true;
    const pattern = new RegExp(`/${wanted.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
    return [...all].some((known) => pattern.test(known));
  };
}
