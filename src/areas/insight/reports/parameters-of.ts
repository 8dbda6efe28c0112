import { z } from 'zod';
import { badParameters } from '../../../core/fault.ts';
import type { Report, Values } from './report.ts';

/** The parameters of a report among those of all reports. @throws Fault of kind `badInput` for one that it does not take */
export function parametersOf(report: Report, given: Values): Values {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const read = z.strictObject(report.parameters).safeParse(Object.fromEntries(set));
  if (read.success) return read.data;
  throw badParameters(
    read.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((parameter) => ({ parameter, problem: `is not a parameter of ${report.name}` }))
        : [{ parameter: String(issue.path[0]), problem: issue.message }],
    ),
  );
}
