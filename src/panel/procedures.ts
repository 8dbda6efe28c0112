import type { AnyRouter } from '@trpc/server';
import type { z } from 'zod';
import type { EndpointMeta } from '../rpc/meta.ts';
import { type Field, fieldsOf } from './fields.ts';

/** The data of a procedure for the panel. */
export interface PanelProcedure {
  readonly name: string;
  readonly type: 'query' | 'mutation';
  readonly access: string;
  readonly summary: string;
  readonly description: string;
  readonly rest: readonly string[];
  readonly fields: readonly Field[];
}

interface ProcedureDef {
  readonly type: 'query' | 'mutation';
  readonly meta?: EndpointMeta;
  readonly inputs: readonly z.ZodType[];
}

export function proceduresOf(router: AnyRouter): PanelProcedure[] {
  const procedures = router._def.procedures as unknown as Record<string, { _def: ProcedureDef }>;
  return Object.entries(procedures).map(([name, { _def }]) => ({
    name,
    type: _def.type,
    access: _def.meta?.access ?? '',
    summary: _def.meta?.summary ?? '',
    description: _def.meta?.description ?? '',
    rest: _def.meta?.rest ?? [],
    fields: fieldsOf(_def.inputs[0]),
  }));
}
