/** A piece of SQL whose values travel beside it, never in it. Made by `sql`, `raw` and `join` only. */
export class Sql {
  /** Text around the parts: always one more than there are parts. */
  readonly #texts: readonly string[];
  /** Values and fragments. */
  readonly #parts: readonly unknown[];
  #rendered: { readonly text: string; readonly values: readonly unknown[] } | undefined;

  private constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.#texts = texts;
    this.#parts = parts;
  }

  /** For this file; everybody else says `sql`. Fragments among the values become part of the text. */
  static compose(texts: readonly string[], values: readonly unknown[]): Sql {
    const made = new Sql(
      texts,
      values.map((value) => (value instanceof Sql ? value : bindable(value))),
    );
    return made.#withoutConstants();
  }

  /** What `pg` takes: placeholders `$1`, `$2`, … in the text, and their values. */
  render(): { text: string; values: unknown[] } {
    return { text: this.text, values: [...this.#whole().values] };
  }

  /** The text alone, which is looked at several times on the way of a statement. */
  get text(): string {
    return this.#whole().text;
  }

  #whole() {
    if (!this.#rendered) {
      const values: unknown[] = [];
      this.#rendered = { text: this.#write(values), values };
    }
    return this.#rendered;
  }

  #write(values: unknown[]): string {
    let text = this.#texts[0] ?? '';
    this.#parts.forEach((part, at) => {
      text += part instanceof Sql ? part.#write(values) : `$${values.push(part)}`;
      text += this.#texts[at + 1] ?? '';
    });
    return text;
  }

  /** Fragments without values are written once, when they are put in place, and not at every request. */
  #withoutConstants(): Sql {
    const parts = this.#parts;
    if (parts.length === 0 || parts.some((part) => !(part instanceof Sql) || part.#parts.length > 0)) return this;
    return new Sql([this.text], []);
  }
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
  const known = trusted.get(text);
  if (known) return known;
  if (!HARMLESS.test(text)) throw new TypeError(`not a name or a join: ${text}`);
  const fragment = Sql.compose([text], []);
  if (trusted.size < MAX_TRUSTED) trusted.set(text, fragment);
  return fragment;
}

/** Our own source has so many at most; a text that is put together somewhere must not fill the memory. */
const MAX_TRUSTED = 5_000;
const trusted = new Map<string, Sql>();

/** The fragments with a separator between them: `', '`, `' AND '`, or a fragment. No fragments give the empty one. */
export function join(fragments: readonly Sql[], separator: string | Sql): Sql {
  const between = typeof separator === 'string' ? raw(separator) : separator;
  const pieces = fragments.flatMap((fragment, at) => (at === 0 ? [fragment] : [between, fragment]));
  return Sql.compose(new Array<string>(pieces.length + 1).fill(''), pieces);
}
