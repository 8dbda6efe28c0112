import { DATABASE_ROOMS } from './database-panels.ts';
import { NODE_ROOMS } from './node-panels.ts';
import { NETWORK_ROOMS, type Panel, type Room } from './panels.ts';

const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const WIDTH = 8;
const HEIGHT = 7;
const COLUMNS = 24;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The dashboard as Grafana imports it (JSON model, schema version 39: Grafana 10.4 and later). */
export function dashboard() {
  return {
    title: 'Lastmile',
    uid: 'lastmile',
    tags: ['lastmile', 'radius'],
    timezone: 'browser',
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    time: { from: 'now-3h', to: 'now' },
    refresh: '30s',
    templating: { list: [datasource, nodes] },
    panels: placed([...NETWORK_ROOMS, ...DATABASE_ROOMS, ...NODE_ROOMS]),
  };
}

const datasource = { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', hide: 0 };
const nodes = {
  name: 'node',
  label: 'Node',
  type: 'query',
  datasource: DATASOURCE,
  query: { query: 'label_values(lastmile_build_info, instance)', refId: 'node' },
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  current: { text: ['All'], value: ['$__all'] },
};

/** Each room is a row, with its panels three a line below it. */
function placed(rooms: readonly Room[]): object[] {
  const perLine = COLUMNS / WIDTH;
  const panels: object[] = [];
  let top = 0;
  for (const room of rooms) {
    const gridPos = { x: 0, y: top, w: COLUMNS, h: 1 };
    panels.push({ id: panels.length + 1, type: 'row', title: room.title, collapsed: false, gridPos, panels: [] });
    for (const [at, panel] of room.panels.entries()) {
      const [x, y] = [(at % perLine) * WIDTH, top + 1 + Math.floor(at / perLine) * HEIGHT];
      panels.push(graph(panel, panels.length + 1, { x, y, w: WIDTH, h: HEIGHT }));
    }
    top += 1 + Math.ceil(room.panels.length / perLine) * HEIGHT;
  }
  return panels;
}

function graph({ title, unit, lines, about }: Panel, id: number, gridPos: Place): object {
  return {
    id,
    type: 'timeseries',
    title,
    ...(about ? { description: about } : {}),
    datasource: DATASOURCE,
    gridPos,
    fieldConfig: {
      defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 5, showPoints: 'never' } },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: lines.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}
