import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { appRouter } from '../src/app-router.ts';
import { openApiDocument } from '../src/rest/openapi.ts';

// Checks that the OpenAPI document passes Redocly's recommended rules without errors or warnings.

/** No network access by Redocly: no telemetry, no look-up of updates. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'lastmile-openapi-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument(appRouter), null, 1));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'lint', file, '--extends=recommended', '--format=json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...OFFLINE },
    },
  );
  process.exitCode = report(stdout, stderr);
} finally {
  rmSync(folder, { recursive: true });
}

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

function report(stdout: string, stderr: string): number {
  if (!stdout.startsWith('{')) {
    process.stderr.write(`Redocly did not lint the document:\n${stdout}${stderr}`);
    return 1;
  }
  const { totals, problems } = JSON.parse(stdout) as Report;
  for (const { ruleId, message, location } of problems)
    process.stderr.write(`${ruleId} at ${location[0]?.pointer ?? 'the document'}: ${message}\n`);
  if (totals.errors + totals.warnings + totals.ignored > 0) return 1;
  process.stdout.write('the OpenAPI document passes the recommended rules of Redocly\n');
  return 0;
}
