import { formOf } from '../core/wire/index.ts';
import { exampleOf } from './openapi-examples.ts';
import type { Operation } from './openapi-view.ts';
import { API, type Route } from './routes.ts';

/** Redocly's extension `x-codeSamples`, which documentation tools show beside an operation. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The example call of an operation, as a shell command and with the typed client. */
export function samplesOf({ path, route }: Operation): CodeSample[] {
  if (route.meta.upload) return [{ lang: 'Shell', label: 'curl', source: uploadOf(path, route) }];
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(path, route) },
    { lang: 'TypeScript', label: '@lastmile/client', source: clientCallOf(route) },
  ];
}

const CREDENTIALS = '-H "x-userid: $USERID" -H "x-api-key: $API_KEY"';

function curlOf(path: string, route: Route): string {
  const fields = Object.entries(exampleOf(route)).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  return [
    `curl "$LASTMILE${API}${path}"`,
    ...(route.meta.access === 'public' ? [] : [CREDENTIALS]),
    // Without a body curl sends GET, which does the same.
    ...fields,
  ].join(' ');
}

const uploadOf = (path: string, route: Route): string =>
  [
    `curl "$LASTMILE${API}${path}?${new URLSearchParams(exampleOf(route))}"`,
    `${CREDENTIALS} -H 'content-type: application/octet-stream' --data-binary @file`,
  ].join(' ');

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function clientCallOf(route: Route): string {
  const parameters = Object.entries(exampleOf(route)).map(([name, text]) => {
    const schema = route.parameters[name];
    return `${name}: ${literal((schema && formOf(schema)?.parse(text, 'UTC')) ?? text)}`;
  });
  const given = parameters.length > 0 ? `{ ${parameters.join(', ')} }` : '{}';
  const input = route.input ? given : '';
  return `await client.${route.procedure}.${route.type === 'query' ? 'query' : 'mutate'}(${input});`;
}

function literal(value: unknown): string {
  if (value instanceof Date) return `new Date('${value.toISOString()}')`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, each]) => `${name}: ${literal(each)}`)
      .join(', ')} }`;
  return String(value);
}
