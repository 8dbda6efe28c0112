import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../../src/app-router.ts';
import { PERMISSIONS, type Permission } from '../../../src/core/access/permission.ts';
import { fileOf } from '../../../src/core/content/download.ts';
import * as wire from '../../../src/core/wire/index.ts';
import { isParameterLeftOut, LEFT_OUT } from '../../../src/rest/mcp/left-out.ts';
import { listTools, toolsOf } from '../../../src/rest/mcp/tools.ts';
import { openApiDocument } from '../../../src/rest/openapi.ts';
import { exampleOf } from '../../../src/rest/openapi-examples.ts';
import { routesOf } from '../../../src/rest/routes.ts';
import { endpoint, router } from '../../../src/rpc/endpoint.ts';
import { EXPORTS, STREAMS } from '../../rpc/walk.ts';

const routes = routesOf(appRouter);
const tools = [...toolsOf(appRouter).values()];
const listed = await listAll(PERMISSIONS);
const named = (name: string) => {
  const found = listed.find((tool) => tool.name === name);
  if (!found) throw new Error(`there is no tool ${name}`);
  return found;
};

async function listAll(permissions: readonly Permission[]) {
  const held = { permissions: new Set(permissions) };
  const all = [];
  let cursor: string | undefined;
  do {
    const page = await listTools(appRouter, held, cursor);
    all.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

describe('the tools', () => {
  it('are the endpoints of the API, but for those with a reason', () => {
    const out = routes.filter((route) => !tools.some((tool) => tool.route.procedure === route.procedure));
    const because = Object.fromEntries(
      LEFT_OUT.map((reason) => [
        reason.because,
        out.filter((route) => LEFT_OUT.find(({ is }) => is(route)) === reason).map(({ procedure }) => procedure),
      ]),
    );
    expect(because).toEqual({
      'people must give their password for it': [
        ...['user.create', 'user.update', 'user.delete', 'user.api_key_rotate', 'user.second_factor_remove'],
        ...[
          'user.key_end',
          'user.branch_address_make',
          'user.branch_address_end',
          'isp.credits_update',
          'customer.erase',
          'nas.api_pin',
          'nas.script',
          'backup.db',
        ],
      ],
      'it is about passwords or API keys': ['user.keys', 'customer.portal_password'],
      'its answer is a file': out
        .filter(({ output, meta }) => fileOf(output) && !meta.confirmed)
        .map(({ procedure }) => procedure),
      'it takes a file': ['file.upload'],
      'its answer has a secret': ['webhook.create', 'webhook.rotate'],
      'it needs a secret': ['gateway.create', 'nas.create', 'proxy.create'],
    });
    expect(because['its answer is a file']).toEqual(expect.arrayContaining([...EXPORTS, ...STREAMS, 'invoice.pdf']));
    expect(tools.length + out.length).toBe(routes.length);
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  });

  it('have names that every model takes, each once', () => {
    for (const { name } of listed) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
  });

  it('include a new endpoint without a line', async () => {
    const added = router({
      thing: router({
        note_create: endpoint({ access: 'note.write', rest: ['/thing/note'], summary: 'Note a thing', extension: true })
          .input(z.strictObject({ id: wire.id(), text: wire.text() }))
          .output(wire.shown())
          .mutation(() => 'done'),
      }),
    });
    const { tools: found } = await listTools(added, { permissions: new Set(['note.write'] as const) }, undefined);
    expect(found).toMatchObject([
      {
        name: 'thing_note_create',
        title: 'Note a thing',
        inputSchema: { required: ['id', 'text'] },
        annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      },
    ]);
  });

  it('are limited to the permissions of the caller', async () => {
    const names = (await listAll(['lead.read', 'lead.write'])).map(({ name }) => name);
    expect(names).toContain('lead_list');
    expect(names.filter((name) => !name.startsWith('lead_'))).toEqual(
      tools.filter(({ route }) => route.meta.access === 'public').map(({ name }) => name),
    );
  });

  it('come in pages of fifty, each after the last of the one before', async () => {
    const held = { permissions: new Set(PERMISSIONS) };
    const first = await listTools(appRouter, held, undefined);
    expect([first.tools.length, first.nextCursor]).toEqual([50, first.tools[49]?.name]);
    const second = await listTools(appRouter, held, first.nextCursor);
    expect(second.tools[0]?.name).toBe(listed[50]?.name);
    await expect(listTools(appRouter, held, 'nonsense')).rejects.toThrow(
      'cursor: is not the end of a page; leave it out to begin again',
    );
  });
});

describe('the parameters of a tool', () => {
  it('are those of the OpenAPI document, and a confirmation where it changes something', () => {
    const { schemas = {} } = openApiDocument(appRouter).components ?? {};
    for (const { route, writes, name } of tools) {
      const schema = schemas[`${route.procedure.split(/[._]/).map(capitalised).join('')}Parameters`];
      const documented = (schema as { properties?: object } | undefined)?.properties ?? {};
      const expected = Object.entries(documented).filter(
        ([parameter]) => Object.hasOwn(route.parameters, parameter) || !isParameterLeftOut(parameter),
      );
      const { confirmation, ...own } = named(name).inputSchema.properties as Record<string, object>;
      expect(own, name).toEqual(Object.fromEntries(expected));
      expect(confirmation !== undefined, name).toBe(writes);
    }
  });

  it('take the example of the endpoint, and nothing that the endpoint does not have', () => {
    const validator = new AjvJsonSchemaValidator();
    for (const { route, name } of tools) {
      const validate = validator.getValidator(named(name).inputSchema as never);
      const example = Object.fromEntries(
        Object.entries(exampleOf(routes.find(({ procedure }) => procedure === route.procedure) ?? route)).filter(
          ([parameter]) => !isParameterLeftOut(parameter),
        ),
      );
      expect(validate(example), name).toMatchObject({ valid: true });
      expect(validate({ ...example, nonsense: '1' }), name).toMatchObject({ valid: false });
    }
  });

  it('have no secrets of networks and providers', () => {
    const parameters = Object.keys(named('nas_update').inputSchema.properties ?? {});
    expect(parameters).toContain('name');
    expect(parameters.filter((name) => /secret|api_password/.test(name))).toEqual([]);
  });
});

describe('what a tool tells the program of an assistant', () => {
  it.each([
    ['subscriber_get', { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    ['customer_list', { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    ['lead_create', { readOnlyHint: false, destructiveHint: false, idempotentHint: false }],
    ['customer_update', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['customer_delete', { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
    ['service_action', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
  ])('%s', (name, hints) => {
    expect(named(name).annotations).toMatchObject({ ...hints, title: named(name).title });
  });

  it('is what the endpoint says about itself', () => {
    for (const { route, name } of tools) {
      expect(named(name).title, name).toBe(route.meta.summary);
      expect(named(name).description, name).toContain(route.meta.description ?? route.meta.summary);
    }
  });
});

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
