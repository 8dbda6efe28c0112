import { readdir, readFile } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge, type Registry } from 'prom-client';
import { loggedMessages } from '../config/log.ts';
import { unhandledRejections } from '../core/last-resort.ts';

/**
 * The process, under the names that Prometheus' client libraries agree on. Not `collectDefaultMetrics` of prom-client: it names
 * gauges `…_total`, lists every open handle at each scrape, and keeps delays of the event loop per scrape, which two scrapers
 * take from each other.
 */
export function publishProcess(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  const startedAt = Date.now() / 1000 - process.uptime();
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970', () => startedAt);
  gauge('process_resident_memory_bytes', 'Physical memory of the process', () => process.memoryUsage.rss());
  gauge('process_open_fds', 'Open file descriptors; NaN if the system does not say', openFiles);
  gauge(
    'process_max_fds',
    'The most file descriptors that the process may open; NaN if the system does not say',
    maxOpenFiles,
  );
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects', () => getHeapStatistics().used_heap_size);
  gauge(
    'nodejs_heap_size_limit_bytes',
    'The heap limit, at which the process ends',
    () => getHeapStatistics().heap_size_limit,
  );
  gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap', () => process.memoryUsage().external);
  publishCpu(registry);
  publishMessages(registry);
  publishRejections(registry);
}

function publishCpu(registry: Registry): void {
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time used by the process',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}

const LEVELS = ['warn', 'error', 'fatal'];

function publishMessages(registry: Registry): void {
  new Counter({
    name: 'lastmile_log_messages_total',
    help: 'Log messages of level warn or higher, by level',
    labelNames: ['level'],
    registers: [registry],
    collect() {
      this.reset();
      for (const level of LEVELS) this.inc({ level }, loggedMessages().get(level) ?? 0);
    },
  });
}

function publishRejections(registry: Registry): void {
  new Counter({
    name: 'lastmile_unhandled_rejections_total',
    help: 'Unhandled promise rejections; each is a defect and is logged',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(unhandledRejections());
    },
  });
}

async function openFiles(): Promise<number> {
  return readdir('/proc/self/fd').then(
    (names) => names.length - 1, // without the one that reads the folder
    () => Number.NaN,
  );
}

async function maxOpenFiles(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
}
