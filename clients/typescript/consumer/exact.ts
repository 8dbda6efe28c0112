/** The bundled declarations are the server's own types. Compiled by `npm run check:types`, never run. */
import type { AppRouter, ErrorKind, FaultKind, FieldFault, Inputs, Outputs } from '@lastmile/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter as ServerRouter } from '../../../src/app-router.ts';
import type { Download } from '../../../src/core/content/download.ts';
import type { FaultKind as ServerFaultKind, FieldFault as ServerFieldFault } from '../../../src/core/fault.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Names of the procedures whose types differ. */
type Differing<A, B> = {
  [Area in keyof A & string]: Area extends keyof B
    ? {
        [Name in keyof A[Area] & string]: Name extends keyof B[Area]
          ? Equal<A[Area][Name], B[Area][Name]> extends true
            ? never
            : `${Area}.${Name} differs`
          : `${Area}.${Name} is missing`;
      }[keyof A[Area] & string]
    : `${Area} is missing`;
}[keyof A & string];
type ServerOutputs = inferRouterOutputs<ServerRouter>;
/** Those that take a file, which no type of theirs tells: the client has none of them. */
type Uploads = 'file.upload' | 'portal.ticket_photo';
/** Without the procedures that answer with a file or take one, and the areas that have no others. */
type ValuesOf<Area extends keyof ServerOutputs, T> = {
  [Name in keyof T as `${Area}.${Name & string}` extends Uploads
    ? never
    : Name extends keyof ServerOutputs[Area]
      ? ServerOutputs[Area][Name] extends Download
        ? never
        : Name
      : Name]: T[Name];
};
type Values<T extends Record<keyof ServerOutputs, object>> = {
  [Area in keyof ServerOutputs as keyof ValuesOf<Area, T[Area]> extends never ? never : Area]: ValuesOf<Area, T[Area]>;
};
type ErrorShape<R extends { _def: { _config: { $types: { errorShape: unknown } } } }> =
  R['_def']['_config']['$types']['errorShape'];
type ProcedureTypes<R extends { _def: { record: object } }> = {
  [Area in keyof R['_def']['record']]: {
    [Name in keyof R['_def']['record'][Area]]: R['_def']['record'][Area][Name] extends { _def: { type: infer T } }
      ? T
      : never;
  };
};

const holds = <_ extends true>(): void => {};

// An empty record has no missing property; where something differs, the compiler lists the names.
const inputs: Record<Differing<Values<inferRouterInputs<ServerRouter>>, Inputs>, never> = {};
const inputsTooMany: Record<Differing<Inputs, Values<inferRouterInputs<ServerRouter>>>, never> = {};
const outputs: Record<Differing<Values<ServerOutputs>, Outputs>, never> = {};
const outputsTooMany: Record<Differing<Outputs, Values<ServerOutputs>>, never> = {};
const types: Record<Differing<Values<ProcedureTypes<ServerRouter>>, ProcedureTypes<AppRouter>>, never> = {};
export const compared = [inputs, inputsTooMany, outputs, outputsTooMany, types];

holds<Equal<ErrorShape<ServerRouter>, ErrorShape<AppRouter>>>();
holds<Equal<ServerFaultKind, FaultKind>>();
holds<Equal<ServerFieldFault, FieldFault>>();
holds<Equal<Exclude<ErrorKind, ServerFaultKind>, 'network' | 'timeout' | 'aborted' | 'protocol'>>();
