import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program in a folder and returns what it printed. @throws Error with its last lines if it fails */
export type Run = (command: string, args: readonly string[], folder: string) => Promise<string>;

const SHOWN_LINES = 15;

export const runProgram: Run = async (command, args, folder) => {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, all] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  const last = all.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
  throw new Error(`${[command, ...args].join(' ')} failed:\n${last}`);
};
