/** Enough names for every customer of the demo to have a different one. */
const FIRST = ['Ravi', 'Asha', 'Imran', 'Lakshmi', 'Joseph', 'Meera', 'Arjun', 'Fatima', 'Suresh', 'Divya'];
const LAST = ['Kumar', 'Rao', 'Khan', 'Gowda', 'Thomas'];
const STREETS = ['Main Road', 'Temple Street', 'Lake View', 'Market Road', 'Park Avenue', 'Station Road', 'Hill Road'];

export const PEOPLE = FIRST.length * LAST.length;

/** `number`: 0 to `PEOPLE` - 1. */
export function person(number: number) {
  const name = FIRST[number % FIRST.length] ?? '';
  const surname = LAST[Math.floor(number / FIRST.length)] ?? '';
  const username = `${name}.${surname}`.toLowerCase();
  return {
    name,
    surname,
    username,
    email: `${username}@example.net`,
    mobile: `98000${String(10_000 + number * 137)}`,
    street: `${((number * 13) % 90) + 1} ${STREETS[number % STREETS.length]}`,
  };
}
