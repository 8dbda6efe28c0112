import { setImmediate } from 'node:timers/promises';
import type { AnyRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { fileOf } from '../core/content/download.ts';
import { VERSION } from '../core/version.ts';
import { exampleOf } from './openapi-examples.ts';
import { FAILURE_SCHEMA, failureReferences, failuresOf } from './openapi-failures.ts';
import { samplesOf } from './openapi-samples.ts';
import { tagsOf } from './openapi-tags.ts';
import { takeFile } from './openapi-uploads.ts';
import { facadeView, type Operation, operationsOf } from './openapi-view.ts';
import { API, type Route } from './routes.ts';

type OperationObject = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['post']>;
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

const SECURITY_SCHEMES = {
  'x-userid': {
    type: 'apiKey',
    in: 'header',
    name: 'x-userid',
    description: 'The numeric id of the calling login user.',
  },
  'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key of that user.' },
  userid: { type: 'apiKey', in: 'query', name: 'userid', description: 'Instead of the header, also in a form.' },
  api_key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'Instead of the header, also in a form.' },
} as const;

/** Both credentials together, as headers or as parameters. */
const SECURITY = [
  { 'x-userid': [], 'x-api-key': [] },
  { userid: [], api_key: [] },
];

const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

const BYTES = { type: 'string', format: 'binary' } as const;

const DESCRIPTION = `Flat parameters in, \`{ "result": …, "error": null }\` out.

- Every path is shown with POST and accepts GET too. Parameters come from the query string and from a body that is form-encoded, multipart or one JSON object; the body takes precedence. JSON bodies may contain numbers, booleans and arrays.
- All endpoints except the public ones take \`userid\` and \`api_key\`, as the headers \`x-userid\` and \`x-api-key\` or as parameters; if you send both, they must be equal.
- An empty value counts as absent; in an update it clears an optional field.
- Unknown parameters are ignored and listed in the response header \`X-Ignored-Parameters\`. With \`strict=Y\` or the header \`Prefer: handling=strict\` they are refused.
- Values in records are strings: ids and numbers in decimal, money with two decimals, dates \`yyyy-mm-dd\`, timestamps \`yyyy-mm-dd HH:MM:SS\` in the time zone of the ISP. New ids and counts are JSON integers.`;

const documents = new WeakMap<AnyRouter, OpenAPIObject>();

/** The OpenAPI 3.1 document of the REST API, generated once per router. */
export function openApiDocument(router: AnyRouter): OpenAPIObject {
  const making = stepsTo(router);
  let step = making.next();
  while (!step.done) step = making.next();
  return kept(router, step.value);
}

/** The same, letting packets and other calls have their turn: all at once takes the thread a second. */
export async function openApiDocumentInTurns(router: AnyRouter): Promise<OpenAPIObject> {
  const making = stepsTo(router);
  let step = making.next();
  while (!step.done) {
    await setImmediate();
    step = making.next();
  }
  return kept(router, step.value);
}

function kept(router: AnyRouter, made: OpenAPIObject): OpenAPIObject {
  const document = documents.get(router) ?? made;
  documents.set(router, document);
  return document;
}

/** Makes the document, an operation in each step. */
function* stepsTo(router: AnyRouter): Generator<undefined, OpenAPIObject, undefined> {
  const known = documents.get(router);
  if (known) return known;
  const operations = operationsOf(router);
  const document = generate([]);
  document.info.license = LICENSE;
  document.tags = tagsOf(operations);
  for (const operation of operations) {
    yield;
    document.paths = { ...document.paths, ...generate([operation]).paths };
    finish(document, operation);
  }
  document.components = {
    ...document.components,
    responses: failuresOf(operations.map(({ route }) => route)),
    schemas: { ...document.components?.schemas, Failure: FAILURE_SCHEMA },
    headers: {
      'X-Ignored-Parameters': { description: 'The ignored parameters.', schema: { type: 'string' } },
    },
  };
  return document;
}

const generate = (operations: readonly Operation[]): OpenAPIObject =>
  generateOpenApiDocument(facadeView(operations), {
    title: 'Lastmile',
    description: DESCRIPTION,
    version: VERSION.version_no,
    openApiVersion: '3.1.0',
    baseUrl: API,
    securitySchemes: SECURITY_SCHEMES,
  });

/** Adds what the generator does not support: our failures, files, and pairs of credentials. */
function finish(document: OpenAPIObject, { id, path, route }: Operation): void {
  const operation = document.paths?.[path]?.post;
  if (!operation) throw new Error(`the generator omitted ${path}`);
  const success = operation.responses?.['200'];
  const file = fileOf(route.output);
  const content = file ? { [file.mediaType]: { schema: BYTES } } : sharedResult(document, success?.content, route);
  operation.responses = {
    '200': {
      ...success,
      content,
      headers: { 'X-Ignored-Parameters': { $ref: '#/components/headers/X-Ignored-Parameters' } },
    },
    ...failureReferences(route),
  };
  operation.security = route.meta.access === 'public' ? [] : SECURITY;
  Object.assign(operation, { 'x-codeSamples': samplesOf({ id, path, route }) });
  if (route.meta.upload) takeFile(operation, route);
  else shareBody(document, operation, route);
}

/** Makes all aliases of the path share the schema of the answer. */
function sharedResult(document: OpenAPIObject, content: Content | undefined, route: Route): Content | undefined {
  const answers = Object.entries(content ?? {}).map(([type, { schema, ...answer }]) => {
    const shared = schema && shareSchema(document, `${nameOf(route)}Result`, schema);
    return [type, { ...answer, ...(shared ? { schema: shared } : {}) }] as const;
  });
  return content && Object.fromEntries(answers);
}

/** Makes both content types of a body, and all aliases of the path, share one schema. */
function shareBody(document: OpenAPIObject, { requestBody }: OperationObject, route: Route): void {
  if (!requestBody || !('content' in requestBody)) return;
  for (const content of Object.values(requestBody.content)) {
    const { schema } = content;
    if (!schema || '$ref' in schema) continue;
    requestBody.required = schema.required !== undefined;
    content.example = exampleOf(route);
    content.schema = shareSchema(document, `${nameOf(route)}Parameters`, schema);
  }
}

function shareSchema(document: OpenAPIObject, name: string, schema: Schema): { $ref: string } {
  document.components = { ...document.components, schemas: { ...document.components?.schemas, [name]: schema } };
  return { $ref: `#/components/schemas/${name}` };
}

const nameOf = ({ procedure }: Route) => procedure.split(/[._]/).map(capitalised).join('');

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
