/**
 * The number in what a person typed, a spreadsheet kept or a telephone system sends, in ASCII digits and signs:
 * - a URI of RFC 3966 (`tel:`) or RFC 3261 (`sip:`, `sips:`), alone or as in a From header: `"Ravi" <sip:+919811122233@host>`;
 * - digits of any script, full-width ones too, without invisible signs.
 */
export function plainNumber(text: string): string {
  const plain = asciiDigits(text.normalize('NFKC').replace(/[\p{Cf}\p{Cc}]/gu, ''));
  return withContext(
    addressed(
      plain
        .replace(/\p{Pd}/gu, '-')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );
}

/** Every script has its ten digits in a row, which begins at the first or the seventh of sixteen codes. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const sixteen = code & ~15;
    const zero = /\p{Nd}/u.test(String.fromCodePoint(sixteen)) ? sixteen : sixteen + 6;
    return String(code - zero);
  });
}

/** Inside `<…>` if there is one; without the scheme, the password and the host. */
function addressed(text: string): string {
  const inside = /<([^<>]*)>/.exec(text)?.[1] ?? text;
  const [, scheme, rest = ''] = /^(tel|sips?):(.*)$/i.exec(inside.trim()) ?? [];
  if (scheme === undefined) return inside.trim();
  const user = scheme.toLowerCase() === 'tel' ? rest : (/^([^@]*)@/.exec(rest)?.[1] ?? '').replace(/:[^;]*/, '');
  return decoded(user);
}

/** `tel:98111-22233;phone-context=+91`: the context is what comes before a number that is local to it. */
function withContext(text: string): string {
  const [number = '', ...parameters] = text.split(';');
  if (parameters.length === 0 || !parameters.every((one) => /^[a-z][\w-]*(=|$)/i.test(one.trim()))) return text;
  const context = /^phone-context=(\+\d+)$/i;
  const before = parameters.map((one) => context.exec(one.trim())?.[1]).find((one) => one !== undefined);
  return before === undefined || number.trim().startsWith('+')
    ? number.trim()
    : `${before}${number.replace(/^0+/, '')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
