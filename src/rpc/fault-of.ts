import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { badParameters, Fault, type FaultKind, type FieldFault, parameterFault } from '../core/fault.ts';
import { type DbProblem, problemOf } from '../db/problem.ts';

/** The tRPC code of each kind of fault, which determines the HTTP status of the tRPC API. */
export const TRPC_CODE = {
  badInput: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  // Before `forbidden`, which stands for a FORBIDDEN without a cause.
  unconfirmed: 'FORBIDDEN',
  forbidden: 'FORBIDDEN',
  notFound: 'NOT_FOUND',
  methodNotAllowed: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  tooLarge: 'PAYLOAD_TOO_LARGE',
  tooMany: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
  nasRefused: 'BAD_GATEWAY',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<FaultKind, TRPCError['code']>;

const KIND_OF_CODE = new Map<string, FaultKind>(
  Object.entries(TRPC_CODE).map(([kind, code]) => [code, kind as FaultKind]),
);

/** What is wrong with an address whose `%` begin no octets, or octets of no character. */
export const NOT_ENCODED = 'is not valid percent-encoded UTF-8';

/** Turns anything thrown into a fault. The details of an unknown error stay inside. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof ZodError) return badParameters(fieldFaults(error));
  if (error instanceof TRPCError) return explainTrpc(error);
  const problem = problemOf(error);
  return problem ? explainProblem(problem, error) : new Fault('internal', 'internal error', { cause: error });
}

/**
 * As `faultOf`, for a call that changes nothing. One that met the time limit of a statement is too large rather than unavailable,
 * which clients repeat: it would take as long again.
 */
export function faultOfRead(error: unknown): Fault {
  const fault = faultOf(error);
  const isTooLong = fault.kind === 'unavailable' && problemOf(fault.cause)?.code === '57014';
  return isTooLong ? new Fault('tooLarge', TOO_LONG, { cause: fault.cause }) : fault;
}

const TOO_LONG = 'this takes too long; ask for less, with a filter or fewer days';

/** The database rejected a value that our validation had accepted. The operator should know too. */
export const wasRejectedByDatabase = (fault: Fault): boolean =>
  fault.kind === 'badInput' && problemOf(fault.cause)?.kind === 'badValue';

function explainTrpc(error: TRPCError): Fault {
  // With any other code, a ZodError means that an output does not match its schema: our defect, not the caller's.
  if (error.cause instanceof ZodError && error.code !== 'BAD_REQUEST')
    return new Fault('internal', 'internal error', { cause: error });
  const inner = error.cause && faultOf(error.cause);
  if (inner && inner.kind !== 'internal') return inner;
  const kind = KIND_OF_CODE.get(error.code) ?? 'badInput';
  if (kind === 'internal') return inner ?? new Fault('internal', 'internal error', { cause: error });
  if (error.message === 'Invalid URL') return new Fault(kind, 'the Host header or the address is not valid');
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return new Fault(kind, 'Content-Type: must be application/json');
  // tRPC refuses the request itself, before any procedure. It would repeat the whole path.
  const isPath = error.cause instanceof URIError;
  return new Fault(kind, isPath ? `the path ${NOT_ENCODED}` : error.message, { cause: error });
}

/** The caller may send any name. */
const MAX_NAME = 60;

/** The first problem of each parameter. */
export function fieldFaults(error: ZodError): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  const add = (parameter: string, problem: string) => {
    if (!faults.has(parameter)) faults.set(parameter, { parameter, problem });
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(shortened(key), 'is not a parameter of this endpoint');
    else if (issue.path.length === 0 && issue.code === 'invalid_type') add('input', 'must be an object of parameters');
    else add(String(issue.path[0] ?? 'input'), issue.message);
  }
  return [...faults.values()];
}

const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

function explainProblem(problem: DbProblem, cause: unknown): Fault {
  switch (problem.kind) {
    case 'unique': {
      const parameter = problem.constraint && PARAMETER_OF_KEY[problem.constraint];
      if (parameter) return parameterFault('conflict', parameter, 'is already taken', { cause });
      return new Fault('conflict', 'this record already exists', { cause });
    }
    case 'foreignKey':
      return new Fault('conflict', 'other records depend on this one, or a record it depends on no longer exists', {
        cause,
      });
    case 'exclusion':
      return new Fault('conflict', OVERLAPS[problem.constraint ?? ''] ?? 'this overlaps another record', { cause });
    case 'notFound':
      return new Fault('notFound', 'somebody deleted a record of this call in the meantime; read it again', { cause });
    case 'badValue':
      return new Fault('badInput', 'a value is out of range', { cause });
    case 'conflict':
      return new Fault('conflict', 'another call changed the same records at the same time; try again', { cause });
    case 'unavailable':
      return new Fault('unavailable', 'the database is not available', { cause });
    default:
      return new Fault('internal', 'internal error', { cause });
  }
}

/** What overlaps, by the name of the violated exclusion constraint. Where a parameter is at fault, its rule names it before. */
export const OVERLAPS: Readonly<Record<string, string>> = {
  period_dates_excl: 'these days overlap another period of the service; read the service again',
  ip6_claim_excl: 'the prefix overlaps a pool or a static prefix of the ISP',
  ip_pool_range_excl: 'the range overlaps another pool of the ISP',
  nat_rule_inside_excl: 'another rule of the NAS has some of these inside addresses at that time',
  nat_rule_public_excl: 'another rule of the ISP has some of these public addresses at that time',
};

/** The parameter with the duplicate value, by the name of the violated unique constraint or index. */
export const PARAMETER_OF_KEY: Readonly<Record<string, string>> = {
  isp_code_key: 'code',
  reseller_code_key: 'code',
  location_isp_id_code_key: 'location_code',
  location_isp_id_reseller_id_code_key: 'location_code',
  sub_location_location_id_code_key: 'sub_location_code',
  login_user_username_key: 'username',
  nas_ip_key: 'ip',
  nas_proxy_id_ip_key: 'ip',
  nas_proxy_id_ipv6_key: 'ipv6',
  nas_proxy_id_identifier_key: 'identifier',
  proxy_ip_key: 'ip',
  realm_rule_key: 'realm',
  radius_source_key: 'ip',
  nas_tls_identity_key: 'tls_identity',
  proxy_tls_identity_key: 'tls_identity',
  radius_tls_identity_key: 'tls_identity',
  ip_pool_isp_id_name_key: 'pool_name',
  ip_address_isp_id_ip_key: 'range_from',
  ip6_pool_isp_id_name_key: 'name',
  care_queue_name_key: 'name',
  ticket_category_name_key: 'name',
  visit_pending_ticket_key: 'ticketid',
  notice_language_key: 'language',
  service_username_key: 'username',
  service_staticip_key: 'staticip',
  service_identity_circuit_id_key: 'circuit_id',
  service_identity_remote_id_key: 'circuit_id',
  service_identity_mac_key: 'mac',
};
