import { panelTools, type Room } from './panels.ts';

const { on, rate, sum, quantile } = panelTools;

const http: Room = {
  title: 'HTTP',
  panels: [
    {
      title: 'Requests',
      unit: 'reqps',
      lines: [[sum('api, status', rate('lastmile_http_requests_total')), '{{api}} {{status}}']],
    },
    { title: 'Time, 99 %', unit: 's', lines: [[quantile(0.99, 'api', 'lastmile_http_request_seconds'), '{{api}}']] },
    {
      title: 'Routes that take the most time',
      unit: 'percentunit',
      about: 'Seconds of requests in progress, per second.',
      lines: [[`topk(10, ${sum('route', rate('lastmile_http_request_seconds_sum'))})`, '{{route}}']],
    },
    { title: 'Consoles', unit: 'short', lines: [[on('lastmile_console_streams'), '{{instance}}']] },
  ],
};

const node: Room = {
  title: 'Process',
  panels: [
    {
      title: 'Event loop, busy',
      unit: 'percentunit',
      lines: [[rate('nodejs_eventloop_active_seconds_total'), '{{instance}}']],
    },
    {
      title: 'Event loop, delay 99 %',
      unit: 's',
      lines: [[quantile(0.99, 'instance', 'nodejs_eventloop_delay_seconds'), '{{instance}}']],
    },
    {
      title: 'Heap',
      unit: 'bytes',
      lines: [
        [on('nodejs_heap_size_used_bytes'), '{{instance}} used'],
        [on('nodejs_heap_size_limit_bytes'), '{{instance}} limit'],
      ],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      lines: [
        [on('process_resident_memory_bytes'), '{{instance}} resident'],
        [on('nodejs_external_memory_bytes'), '{{instance}} buffers'],
      ],
    },
    {
      title: 'Garbage collection',
      unit: 'percentunit',
      lines: [[sum('instance, kind', rate('nodejs_gc_duration_seconds_sum')), '{{instance}} {{kind}}']],
    },
    { title: 'CPU', unit: 'percentunit', lines: [[rate('process_cpu_seconds_total'), '{{instance}}']] },
    { title: 'Open files', unit: 'short', lines: [[on('process_open_fds'), '{{instance}}']] },
    {
      title: 'Log',
      unit: 'ops',
      lines: [
        [sum('instance, level', rate('lastmile_log_messages_total')), '{{instance}} {{level}}'],
        [rate('lastmile_unhandled_rejections_total'), '{{instance}} unhandled rejections'],
      ],
    },
  ],
};

export const NODE_ROOMS: readonly Room[] = [http, node];
