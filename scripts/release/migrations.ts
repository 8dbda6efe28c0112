import type { Run } from './run.ts';

const MIGRATION = /^prisma\/migrations\/([^/]+)\/migration\.sql$/;

/** Names of the migrations since the last release; undefined if this is the first one. */
export async function migrationsSince(root: string, run: Run): Promise<string[] | undefined> {
  const git = async (...args: string[]) => (await run('git', args, root)).split('\n').filter(Boolean);
  const tags = await git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname');
  const [last] = tags;
  if (last === undefined) return undefined;
  const added = await git('diff', '--name-only', '--diff-filter=A', last, '--', 'prisma/migrations');
  return added.flatMap((path) => MIGRATION.exec(path)?.[1] ?? []);
}
