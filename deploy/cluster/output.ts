import { spawn } from 'node:child_process';
import { ClusterError } from './failure.ts';

export interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Runs a program to its end. Returns what it wrote. @throws ClusterError with that if it fails */
export function output({ program, args, env, cwd }: Run): Promise<string> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new ClusterError(`${args.at(-1)} failed: ${text.trim()}`));
    });
  });
}
