/** A fragment of SQL with its values, which are never part of the text. Created only by `sql`, `raw` and `join`. */
export class Sql {
  /** The texts around the parts: one more than there are parts. */
  readonly #texts: readonly string[];
  /** Values and fragments. */
  readonly #parts: readonly unknown[];
  #rendered: { readonly text: string; readonly values: readonly unknown[] } | undefined;

  private constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.#texts = texts;
    this.#parts = parts;
  }

  /** For this file only; use `sql` elsewhere. Fragments among the values become part of the text. */
  static compose(texts: readonly string[], values: readonly unknown[]): Sql {
    const composed = new Sql(
      texts,
      values.map((value) => (value instanceof Sql ? value : bindable(value))),
    );
    return composed.#flattened();
  }

  /** For `pg`: text with placeholders `$1`, `$2`, …, and their values. */
  render(): { text: string; values: unknown[] } {
    return { text: this.text, values: [...this.#renderOnce().values] };
  }

  get text(): string {
    return this.#renderOnce().text;
  }

  #renderOnce() {
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

  /** Renders nested fragments once if none has values, instead of at every request. */
  #flattened(): Sql {
    const parts = this.#parts;
    if (parts.length === 0 || parts.some((part) => !(part instanceof Sql) || part.#parts.length > 0)) return this;
    return new Sql([this.text], []);
  }
}

/**
 * Dates become UTC text, so that `::date` gives the UTC day (`pg` would use this machine's zone). `undefined` is an error
 * (`pg` would send NULL).
 */
function bindable(value: unknown): unknown {
  if (value === undefined) throw new TypeError('a value of an SQL statement is undefined; NULL is null');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(bindable);
  return value;
}

/**
 * An SQL fragment: ``sql`SELECT … WHERE id = ${id} AND ${other}` ``. Values become parameters, fragments become part of the
 * text. Instead of `IN` write `= ANY(${list})`: arrays are SQL arrays. JSON must be passed as text (`JSON.stringify`).
 */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  // A plain function call could pass any text as SQL.
  if (!Array.isArray(texts) || !Array.isArray(texts.raw)) throw new TypeError('sql is a template tag');
  return Sql.compose(texts, values);
}

/** Names, joins and comparisons of columns: nothing that could start or end a literal, or start a comment. */
const HARMLESS = /^[\w\s.,()[\]="<>:*]*$/;

/**
 * A fragment from trusted text of our own source (a column, a FROM clause). It may contain names, `AS`, joins and comparisons
 * of columns, but no quoted text, `;`, `--` or `$`. Anything from outside is a value and belongs in `sql`.
 * @throws TypeError if it contains anything else
 */
export function raw(text: string): Sql {
  const known = trusted.get(text);
  if (known) return known;
  if (!HARMLESS.test(text)) throw new TypeError(`not a name or a join: ${text}`);
  const fragment = Sql.compose([text], []);
  if (trusted.size < MAX_TRUSTED) trusted.set(text, fragment);
  return fragment;
}

/** More than our source contains; limits the memory if a text is composed at run time. */
const MAX_TRUSTED = 5_000;
const trusted = new Map<string, Sql>();

/** Joins fragments with a separator (`', '`, `' AND '`, or a fragment). No fragments give an empty one. */
export function join(fragments: readonly Sql[], separator: string | Sql): Sql {
  const between = typeof separator === 'string' ? raw(separator) : separator;
  const pieces = fragments.flatMap((fragment, at) => (at === 0 ? [fragment] : [between, fragment]));
  return Sql.compose(new Array<string>(pieces.length + 1).fill(''), pieces);
}
