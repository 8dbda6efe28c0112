/** A value of a JSON column: without it, an array would be one of SQL. */
export class Json {
  readonly #value: object;

  constructor(value: object) {
    this.#value = value;
  }

  toJSON(): object {
    return this.#value;
  }
}

export const json = (value: object): Json => new Json(value);
