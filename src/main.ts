import { ConfigError, readConfig } from './config/config.ts';

try {
  const isDemo = isDemoWanted(process.argv.slice(2));
  const settings = readConfig();
  const config = isDemo
    ? (await (await import('./demo/gateway-simulator/beside-demo.ts')).besideDemo(settings)).config
    : settings;
  // Each loads only what it needs: the supervisor is small.
  if (config.processes === 2) await (await import('./supervisor/supervise.ts')).supervise(config, { isDemo });
  else await (await import('./run-alone.ts')).runAlone(config, { isDemo });
} catch (error) {
  (await import('./explain-failure.ts')).explainFailure(error);
  process.exit(1);
}

/** @throws ConfigError for any other argument */
function isDemoWanted(words: readonly string[]): boolean {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown !== undefined) throw new ConfigError([`A node takes only the argument --demo, not ${unknown}.`]);
  return words.length > 0;
}
