import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { withoutSecrets } from '../../src/config/redact.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = '';
  write(
    createLog('info', {
      write(line) {
        lines += line;
      },
    }),
  );
  return lines;
}

describe('the log', () => {
  it('is one JSON object a line, with time and level', () => {
    const line = JSON.parse(logged((log) => log.info({ nas: '10.0.0.1' }, 'a NAS came up')));
    expect(line).toMatchObject({ level: 'info', nas: '10.0.0.1', msg: 'a NAS came up' });
    expect(new Date(line.time).getTime()).toBeCloseTo(Date.now(), -4);
  });

  it.each([
    ['at the top', { password: 'hunter2' }],
    ['far below', { call: { input: { list: [{ deep: { api_key: 'hunter2' } }] } } }],
    ['in headers', { req: { headers: { 'Set-Cookie': 'hunter2', Authorization: 'hunter2', 'x-api-key': 'hunter2' } } }],
    ['in the configuration', { config: { adminApiKey: 'hunter2', secretsKey: 'hunter2', databaseUrl: 'hunter2' } }],
    ['in an error', { err: Object.assign(new Error('x'), { settings: { radiusSecret: 'hunter2' } }) }],
  ])('hides secrets %s', (_, fields) => {
    expect(logged((log) => log.info(fields))).not.toContain('hunter2');
  });

  it('says in one piece why something failed that is no error', () => {
    expect(JSON.parse(logged((log) => log.warn({ err: 'unknown-identity' }, 'refused')))).toMatchObject({
      err: 'unknown-identity',
    });
    expect(JSON.parse(logged((log) => log.warn({ err: { token: 'hunter2', code: 7 } }, 'refused'))).err).toEqual({
      token: '[redacted]',
      code: 7,
    });
  });

  it('hides secrets that a child logger carries', () => {
    expect(logged((log) => log.child({ password: 'hunter2', job: 'bill' }).info('x'))).toContain('"job":"bill"');
    expect(logged((log) => log.child({ password: 'hunter2' }).info('x'))).not.toContain('hunter2');
  });

  it('does not change other values or the object of the caller', () => {
    const fields = { password: 'hunter2', at: new Date(0), list: [1, null, 'x'], nested: { token_count: 3 } };
    expect(withoutSecrets(fields)).toEqual({ ...fields, password: '[redacted]' });
    expect(fields.password).toBe('hunter2');
  });

  it('copies nothing without secrets', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.constantFrom('a', 'name', 'id'), maxDepth: 4 }), (value) => {
        expect(withoutSecrets(value)).toBe(value);
      }),
    );
  });

  it('does not loop on circular objects', () => {
    const circle: Record<string, unknown> = { token: 'hunter2' };
    circle.self = circle;
    expect(logged((log) => log.info({ circle }))).not.toContain('{"token":"hunter2"');
  });
});
