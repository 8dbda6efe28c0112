/** In which order a file has the parts of its days; ISO 8601 is read without it. */
export const DAY_ORDERS = ['dd/mm/yyyy', 'mm/dd/yyyy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** Columns with a day, here and in files of other systems. */
const DAYS: readonly string[] = ['dob', 'valid_from', 'valid_upto', 'ends'];
const FORM = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/;

/** The values with their days as ISO 8601 has them. What is not in the order that was named stays as it is. */
export function withIsoDays(values: Record<string, string>, order: DayOrder | undefined): Record<string, string> {
  if (order === undefined) return values;
  const days = DAYS.flatMap((column) => {
    const text = values[column]?.trim() ?? '';
    const [found, first = '', second = '', year] = FORM.exec(text) ?? [];
    if (found === undefined) return [];
    const [day, month] = order === 'dd/mm/yyyy' ? [first, second] : [second, first];
    return [[column, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${text.slice(found.length)}`] as const];
  });
  return { ...values, ...Object.fromEntries(days) };
}
