import { installPrograms } from '../../../deploy/cluster/programs.ts';
import { run } from '../../peers/support/process.ts';

/** Installs what a cluster consists of, and builds: what is run is what an operator runs. */
export default async function setup(): Promise<void> {
  installPrograms();
  const { code, stdout, stderr } = await run('npm', ['run', 'build'], { timeoutMs: 300_000 });
  if (code !== 0) throw new Error(`npm run build failed\n${stdout}\n${stderr}`);
}
