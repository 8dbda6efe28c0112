/** A piece of SQL whose values travel beside it, never in it. Made by `sql`, `raw` and `join` only. */
export class Sql {
  /** Text around the values: always one more than there are values. */
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];
  #text: string | undefined;

  private constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  /** For this file; everybody else says `sql`. Fragments among the values become part of the text. */
  static compose(texts: readonly string[], values: readonly unknown[]): Sql {
    const flatTexts = [texts[0] ?? ''];
    const flatValues: unknown[] = [];
    values.forEach((value, at) => {
      const after = texts[at + 1] ?? '';
      if (value instanceof Sql) append(flatTexts, value.#texts, after);
      else flatTexts.push(after);
      if (value instanceof Sql) flatValues.push(...value.#values);
      else flatValues.push(bindable(value));
    });
    return new Sql(flatTexts, flatValues);
  }

  /** What `pg` takes: placeholders `$1`, `$2`, … in the text, and their values. */
  render(): { text: string; values: unknown[] } {
    return { text: this.text, values: [...this.#values] };
  }

  /** Looked at several times on the way of a statement. */
  get text(): string {
    if (this.#text === undefined) {
      const [first = '', ...rest] = this.#texts;
      this.#text = rest.reduce((text, next, at) => `${text}$${at + 1}${next}`, first);
    }
    return this.#text;
  }
}

function append(texts: string[], inner: readonly string[], after: string): void {
  const [first = '', ...rest] = inner;
  texts[texts.length - 1] += first;
  texts.push(...rest);
  texts[texts.length - 1] += after;
}

/**
 * `pg` sends a Date in the zone of this machine and an absent value as NULL. Here an instant is always written in UTC (so
 * that `::date` of it is the UTC day), and an absent value is a mistake.
 */
function bindable(value: unknown): unknown {
  if (value === undefined) throw new TypeError('a value of an SQL statement is undefined; NULL is null');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(bindable);
  return value;
}

/**
 * An SQL fragment: ``sql`SELECT … WHERE id = ${id} AND ${other}` ``. A value becomes a parameter, a fragment is put in place.
 * For `IN` write `= ANY(${list})`. A JSON value must be given as text (`JSON.stringify`), an array is an SQL array.
 */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  // As a plain function call this would be a way to pass any text off as SQL.
  if (!Array.isArray(texts) || !Array.isArray(texts.raw)) throw new TypeError('sql is a template tag');
  return Sql.compose(texts, values);
}

/** Names, joins and comparisons of columns: nothing that could hold or end a literal, or start a comment. */
const HARMLESS = /^[\w\s.,()[\]="<>:*]*$/;

/**
 * Trusted text of our own source (a column, a FROM clause) as a fragment. It may hold names, `AS`, joins and comparisons of
 * columns, but neither quoted text nor `;`, `--`, `$`: whatever comes from outside is a value and belongs in `sql`.
 * @throws TypeError when it holds anything else
 */
export function raw(text: string): Sql {
  if (!HARMLESS.test(text)) throw new TypeError(`not a name or a join: ${text}`);
  return Sql.compose([text], []);
}

/** The fragments with a separator between them: `', '`, `' AND '`, or a fragment. No fragments give the empty one. */
export function join(fragments: readonly Sql[], separator: string | Sql): Sql {
  const between = typeof separator === 'string' ? raw(separator) : separator;
  const pieces = fragments.flatMap((fragment, at) => (at === 0 ? [fragment] : [between, fragment]));
  return Sql.compose(new Array<string>(pieces.length + 1).fill(''), pieces);
}
