import type { z } from 'zod';
import { badParameters } from '../../core/fault.ts';
import { formOf } from '../../core/wire/index.ts';
import { fieldFaults } from '../../rpc/fault-of.ts';

/**
 * The parameters of a procedure from their documented texts. Empty texts are absent.
 * @throws Fault that names every bad parameter
 */
export function inputOf<S extends z.ZodObject>(
  schema: S,
  values: Readonly<Record<string, string | undefined>>,
  given: Readonly<Record<string, unknown>> = {},
): z.output<S> {
  const input: Record<string, unknown> = { ...given };
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = values[name];
    if (text === undefined || text === '' || name in given) continue;
    const form = formOf(field as z.ZodType);
    input[name] = form ? form.parse(text, 'UTC') : text;
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const faults = fieldFaults(parsed.error);
  // A spreadsheet, or what reads one, may have written a whole number as 1.0; a text that is right as it is stays so.
  const whole = faults.flatMap(({ parameter }) => {
    const [, number] = WHOLE.exec(values[parameter] ?? '') ?? [];
    return number === undefined ? [] : [[parameter, number] as const];
  });
  if (whole.length === 0) throw badParameters(faults);
  return inputOf(schema, { ...values, ...Object.fromEntries(whole) }, given);
}

const WHOLE = /^(\d+)\.0+$/;
