import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appRouter } from '../../src/app-router.ts';
import { FAULT_STATUS } from '../../src/core/fault.ts';
import { OPERATORS } from '../../src/core/wire/index.ts';
import { compile } from './compile.ts';
import { declareEvents } from './declare-events.ts';
import { declareRouter } from './declare-router.ts';

/** Builds `clients/typescript/dist` from the router, without database or network. */
const folder = fileURLToPath(new URL('../../clients/typescript', import.meta.url));

const literals = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ');

const api = `import type {
  TRPC_ERROR_CODE_KEY,
  TRPC_ERROR_CODE_NUMBER,
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server';

/** The kinds of errors of a node. */
export type FaultKind = ${literals(Object.keys(FAULT_STATUS))};

/** A problem with one parameter. */
export interface FieldFault {
  readonly parameter: string;
  readonly problem: string;
}

/** A value, or a comparison with it; the value alone means \`=\`. */
export type Comparison<T> = T | { op: ${literals(OPERATORS)}; value: T };

type Query<I, O> = TRPCQueryProcedure<{ input: I; output: O; meta: unknown }>;
type Mutation<I, O> = TRPCMutationProcedure<{ input: I; output: O; meta: unknown }>;

interface Root {
  ctx: object;
  meta: object;
  errorShape: {
    message: string;
    code: TRPC_ERROR_CODE_NUMBER;
    data: {
      code: TRPC_ERROR_CODE_KEY;
      httpStatus: number;
      path: string | undefined;
      kind: FaultKind;
      fields: readonly FieldFault[];
    };
  };
  transformer: true;
}

${declareEvents()}
${declareRouter(appRouter)}
`;

rmSync(join(folder, 'dist'), { recursive: true, force: true });
compile(folder, api);
