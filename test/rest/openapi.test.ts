import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { formOf } from '../../src/core/wire/index.ts';
import { openApiDocument, openApiDocumentInTurns } from '../../src/rest/openapi.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { openEndpoint, router } from '../../src/rpc/endpoint.ts';
import { everyParameter, fakeRouter } from './fake-api.ts';

const document = openApiDocument(fakeRouter);

describe('the OpenAPI document', () => {
  for (const [name, api] of [
    ['the fake API', fakeRouter],
    ['the real API', appRouter],
  ] as const) {
    it(`of ${name} is valid OpenAPI 3.1`, async () => {
      const made = openApiDocument(api);
      expect(made.openapi).toBe('3.1.0');
      const result = await new Validator().validate(structuredClone(made) as unknown as Record<string, unknown>);
      expect(result).toMatchObject({ valid: true });
    });

    it(`of ${name} has every documented path, with POST, and an operation id of its own`, () => {
      const { paths = {} } = openApiDocument(api);
      const documented = routesOf(api).flatMap(({ meta }) => meta.rest);
      expect(Object.keys(paths).sort()).toEqual([...documented].sort());
      const ids = Object.values(paths).map(({ post }) => post?.operationId);
      expect(Object.values(paths).map((path) => Object.keys(path))).toEqual(ids.map(() => ['post']));
      expect(new Set(ids).size).toBe(ids.length);
    });
  }

  it('is made once', () => {
    expect(openApiDocument(fakeRouter)).toBe(document);
  });

  it('is the same when it is made in turns, between which others have theirs', async () => {
    const api = () =>
      router({
        one: openEndpoint({ rest: ['/one', '/two', '/three'], summary: 'One' }).query(() => null),
        four: openEndpoint({ rest: ['/four'], summary: 'Four' })
          .input(everyParameter)
          .query(() => null),
      });
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer: NodeJS.Immediate = setImmediate(count);
    const made = await openApiDocumentInTurns(api());
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(made).toEqual(openApiDocument(api()));
  });

  it('documents texts where the procedures have native values', () => {
    const properties = parametersOf('ThingListParameters');
    expect(properties.rows_limit).toMatchObject({ type: 'string', default: '10', examples: ['1'] });
    expect(properties.show_count).toMatchObject({ type: 'string', enum: ['1', '0'], default: '0' });
    expect(properties.kind).toMatchObject({ enum: ['Individual', 'Organisation', 'Person'] });
    expect(properties.roles).toMatchObject({ type: 'string', description: expect.stringContaining('comma-separated') });
    expect(properties.day).toMatchObject({ type: 'string', format: 'date' });
    const native = JSON.stringify(Object.values(properties).map((property) => property.type));
    expect(native).not.toMatch(/integer|number|boolean|array/);
  });

  it('describes the bounds, units and comparison of parameters', () => {
    const { schemas = {} } = openApiDocument(appRouter).components ?? {};
    const said = (name: string, parameter: string) =>
      (schemas[name] as { properties: Record<string, { description?: string }> }).properties[parameter]?.description;
    expect(said('ServiceListParameters', 'username')).toContain('`%` stands for any text');
    expect(said('ServiceListParameters', 'os_amt')).toContain('optional operator');
    expect(said('SessionAuthLogParameters', 'username')).toContain('case does not matter');
    expect(said('ServiceCreateParameters', 'billing_start_day')).toContain('from 0 to 30');
    expect(said('PlanCreateParameters', 'bw1_dl')).toContain('kbit/s');
    const numbers = routesOf(appRouter).flatMap(({ procedure, parameters }) =>
      Object.entries(parameters).flatMap(([name, schema]) => {
        const { pattern, description }: Record<string, unknown> = formOf(schema)?.document ?? {};
        return String(pattern).startsWith('^-?') && !description ? [`${procedure} ${name}`] : [];
      }),
    );
    expect(numbers).toEqual([]);
  });

  it('documents the envelope, with records as the facade renders them', () => {
    const answers = ['/thing/list', '/thing/lsit'].map(
      (path) => document.paths?.[path as '/']?.post?.responses?.['200']?.content['application/json'].schema,
    );
    const $ref = '#/components/schemas/ThingListResult';
    expect(answers).toEqual([{ $ref }, { $ref }]);
    const schema = document.components?.schemas?.ThingListResult;
    expect(schema).toMatchObject({
      required: ['result', 'error'],
      properties: {
        result: {
          anyOf: [
            {
              items: {
                properties: {
                  id: { type: 'string' },
                  free: { type: 'integer' },
                  dob: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
                },
              },
            },
            { type: 'integer' },
          ],
        },
        error: { type: 'null' },
      },
    });
    expect(JSON.stringify(schema)).not.toContain('additionalProperties');
  });

  it('accepts a form or JSON, and marks required parameters', () => {
    const { requestBody } = document.paths?.['/thing/update']?.post ?? {};
    expect(requestBody).toMatchObject({ required: true });
    expect(Object.keys((requestBody as { content: object }).content)).toEqual([
      'application/x-www-form-urlencoded',
      'application/json',
    ]);
    expect(document.components?.schemas?.ThingUpdateParameters).toMatchObject({ required: ['id'] });
    expect(document.paths?.['/thing/list']?.post?.requestBody).toMatchObject({ required: false });
    expect(document.paths?.['/server/test']?.post?.requestBody).toBeUndefined();
  });

  it('requires both credentials, in headers or parameters, except for public endpoints', () => {
    expect(document.paths?.['/thing/list']?.post?.security).toEqual([
      { 'x-userid': [], 'x-api-key': [] },
      { userid: [], api_key: [] },
    ]);
    expect(document.paths?.['/server/echo']?.post?.security).toEqual([]);
    // Tools that fill a form from its schema send placeholders, which would count instead of the headers.
    for (const schema of ['ThingListParameters', 'ServerEchoParameters'])
      expect(Object.keys(parametersOf(schema))).not.toEqual(expect.arrayContaining(['userid']));
  });

  it('mentions GET once, marks aliases, and groups by what a path is about', () => {
    expect(document.info.description).toContain('Every path is shown with POST and accepts GET too.');
    expect(document.paths?.['/thing/list']?.post?.description).toContain('Also served as `/thing/lsit`');
    expect(document.paths?.['/thing/lsit']?.post?.description).toContain('An alias of `/thing/list`');
    expect(document.paths?.['/thing/delete']?.post?.tags).toEqual(['thing']);
    expect(document.tags?.map(({ name }) => name)).toEqual(['server', 'thing']);
  });

  it('shows each call with curl and with the typed client', () => {
    const samples = document.paths?.['/thing/update']?.post as unknown as Record<
      string,
      { lang: string; source: string }[]
    >;
    const [curl, client] = samples['x-codeSamples'] ?? [];
    expect(curl?.source).toMatch(
      /^curl "\$LASTMILE\/api\/thing\/update" -H "x-userid: \$USERID" -H "x-api-key: \$API_KEY"/,
    );
    expect(curl?.source).toContain(" --data-urlencode 'id=");
    expect(client?.source).toMatch(/^await client\.thing\.update\.mutate\(\{ id: \d+ \}\);$/);
  });

  it('documents the failures with their envelope', () => {
    const responses = document.paths?.['/thing/list']?.post?.responses ?? {};
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '413', '429', '500', '503']),
    );
    expect(responses['409']).toBeUndefined();
    expect(document.components?.responses?.conflict).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    });
  });

  it('has its licence, and a description of each group', () => {
    const { info, tags = [] } = openApiDocument(appRouter);
    expect(info.license).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' });
    expect(tags.filter(({ description }) => !description || description.startsWith('Endpoints below'))).toEqual([]);
  });

  it('has no unused failures', () => {
    const text = JSON.stringify(openApiDocument(appRouter).paths);
    const responses = Object.keys(openApiDocument(appRouter).components?.responses ?? {});
    expect(responses.filter((name) => !text.includes(`#/components/responses/${name}"`))).toEqual([]);
  });

  it('shows in each example the required parameters and those that the endpoint chooses', () => {
    const examples = Object.values(openApiDocument(appRouter).paths ?? {}).flatMap(({ post }) => {
      const body = post?.requestBody;
      if (!body || !('content' in body)) return [];
      // A body that is a file has neither.
      return Object.values(body.content).flatMap(({ schema, example }) =>
        example === undefined
          ? []
          : {
              required: requiredOf(String((schema as { $ref: string }).$ref)),
              given: Object.keys(example as object),
            },
      );
    });
    expect(examples.length).toBeGreaterThan(150);
    expect(examples.filter(({ required, given }) => required.some((name) => !given.includes(name)))).toEqual([]);
  });

  it('documents an upload with its parameters in the address, and the file as the body', () => {
    const post = openApiDocument(appRouter).paths?.['/file/upload']?.post;
    const named = (post?.parameters ?? []).map((parameter) => ({ ...parameter })) as Record<string, unknown>[];
    expect(named.find(({ name }) => name === 'kind')).toMatchObject({
      in: 'query',
      required: true,
      example: 'Contract',
    });
    expect(named.find(({ name }) => name === 'keep_until')).toMatchObject({ in: 'query', required: false });
    expect(post?.requestBody).toMatchObject({
      content: { 'application/octet-stream': { schema: { format: 'binary' } } },
    });
  });

  it('documents a file as one', () => {
    const responses = document.paths?.['/thing/file']?.post?.responses;
    expect(Object.keys(responses?.['200']?.content)).toEqual(['text/x-b']);
  });

  it('describes how an update clears a field', () => {
    expect(parametersOf('ThingUpdateParameters').notes?.description).toContain('Empty text clears it');
    expect(parametersOf('ThingUpdateParameters').name?.description ?? '').not.toContain('clears');
  });
});

function requiredOf($ref: string): readonly string[] {
  const schema = openApiDocument(appRouter).components?.schemas?.[$ref.split('/').at(-1) ?? ''];
  return (schema as { required?: string[] }).required ?? [];
}

function parametersOf(name: string): Record<string, { type?: unknown; description?: string }> {
  const schema = document.components?.schemas?.[name];
  if (!schema || !('properties' in schema)) throw new Error(`${name} is missing`);
  return (schema.properties ?? {}) as Record<string, { type?: unknown; description?: string }>;
}
