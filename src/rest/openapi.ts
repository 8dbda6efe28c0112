import type { AnyRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { VERSION } from '../areas/server/version.ts';
import { fileOf } from '../core/download.ts';
import { exampleOf } from './openapi-examples.ts';
import { FAILURE_SCHEMA, failureReferences, failuresOf } from './openapi-failures.ts';
import { tagsOf } from './openapi-tags.ts';
import { facadeView, type Operation, operationsOf } from './openapi-view.ts';
import { API, type Route } from './routes.ts';

type OperationObject = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['post']>;

const SECURITY_SCHEMES = {
  'x-userid': { type: 'apiKey', in: 'header', name: 'x-userid', description: 'Numeric id of the calling login user.' },
  'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'API key of that user.' },
  userid: { type: 'apiKey', in: 'query', name: 'userid', description: 'Instead of the header.' },
  api_key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'Instead of the header.' },
} as const;

/** Both credentials together, as headers or as parameters. */
const SECURITY = [
  { 'x-userid': [], 'x-api-key': [] },
  { userid: [], api_key: [] },
];

const LICENSE = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };

const BYTES = { type: 'string', format: 'binary' } as const;

const DESCRIPTION = `Flat parameters in, \`{ "result": …, "error": null }\` out.

- Every path is shown with POST, and answers GET alike. Parameters are taken from the query string and from a body that is form-encoded, multipart or one JSON object; the body wins. JSON bodies may carry numbers, booleans and arrays.
- Every endpoint but the public ones takes \`userid\` and \`api_key\`, as parameters or as the headers \`x-userid\` and \`x-api-key\`.
- An empty value counts as absent; in an update it clears a field that can be empty.
- A parameter the endpoint does not know is ignored, and named in the response header \`X-Ignored-Parameters\`.
- Values in records are texts: ids and numbers in decimal, money with two decimals, dates \`yyyy-mm-dd\`, timestamps \`yyyy-mm-dd HH:MM:SS\` in the time zone of the ISP. New ids and counts are JSON integers.`;

const documents = new WeakMap<AnyRouter, OpenAPIObject>();

/** The OpenAPI 3.1 document of the facade, made once for a router. */
export function openApiDocument(router: AnyRouter): OpenAPIObject {
  const made = documents.get(router) ?? documentOf(router);
  documents.set(router, made);
  return made;
}

function documentOf(router: AnyRouter): OpenAPIObject {
  const operations = operationsOf(router);
  const document = generateOpenApiDocument(facadeView(operations), {
    title: 'Lastmile',
    description: DESCRIPTION,
    version: VERSION.version_no,
    openApiVersion: '3.1.0',
    baseUrl: API,
    securitySchemes: SECURITY_SCHEMES,
  });
  document.info.license = LICENSE;
  document.tags = tagsOf(operations);
  for (const operation of operations) finish(document, operation);
  document.components = {
    ...document.components,
    responses: failuresOf(operations.map(({ route }) => route)),
    schemas: { ...document.components?.schemas, Failure: FAILURE_SCHEMA },
    headers: {
      'X-Ignored-Parameters': { description: 'Parameters that were ignored.', schema: { type: 'string' } },
    },
  };
  return document;
}

/** What the generator knows only in tRPC's shape: failures, and credentials that go together. */
function finish(document: OpenAPIObject, { path, route }: Operation): void {
  const operation = document.paths?.[path]?.post;
  if (!operation) throw new Error(`the generator left out ${path}`);
  const success = operation.responses?.['200'];
  const file = fileOf(route.output);
  const content = file ? { [file.mediaType]: { schema: BYTES } } : success?.content;
  operation.responses = {
    '200': {
      ...success,
      content,
      headers: { 'X-Ignored-Parameters': { $ref: '#/components/headers/X-Ignored-Parameters' } },
    },
    ...failureReferences(route),
  };
  operation.security = route.meta.access === 'public' ? [] : SECURITY;
  shareBody(document, operation, route);
}

/** Both content types of a body, and every alias of the path, share one schema. */
function shareBody(document: OpenAPIObject, { requestBody }: OperationObject, route: Route): void {
  if (!requestBody || !('content' in requestBody)) return;
  const name = `${route.procedure.split(/[._]/).map(capitalised).join('')}Parameters`;
  const $ref = `#/components/schemas/${name}`;
  for (const content of Object.values(requestBody.content)) {
    const { schema } = content;
    if (!schema || '$ref' in schema) continue;
    document.components = { ...document.components, schemas: { ...document.components?.schemas, [name]: schema } };
    requestBody.required = schema.required !== undefined;
    content.example = exampleOf(route);
    content.schema = { $ref };
  }
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
