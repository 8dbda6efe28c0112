import { Counter, Gauge, type Registry } from 'prom-client';
import type { Kernel } from '../core/kernel.ts';
import { type NodeTurns, turnsOf } from '../rpc/turns.ts';

/** How many calls wait for their turn, and how many were refused one. */
export function createTurnMetrics(registry: Registry, kernel: Pick<Kernel, 'db'>): void {
  const kinds = Object.entries(turnsOf(kernel)) as [keyof NodeTurns, NodeTurns[keyof NodeTurns]][];
  new Gauge({
    name: 'lastmile_calls_waiting',
    help: 'Calls of the API that wait for their turn',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, turns] of kinds) this.set({ kind }, turns.waiting);
    },
  });
  new Counter({
    name: 'lastmile_calls_refused_total',
    help: 'Calls of the API that were refused, since too many of their tenant or address waited',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, turns] of kinds) this.inc({ kind }, turns.refused);
    },
  });
}
