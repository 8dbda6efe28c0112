import { describe, expect, it } from 'vitest';
import { CREDENTIALS } from './fake-api.ts';
import { envelopeOf, serve } from './serve.ts';

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const post = (fields: Record<string, string>) => ({ method: 'POST', body: form(fields) });

describe('the envelope', () => {
  it('answers POST and GET alike, with the values as documented texts', async () => {
    const { origin } = await serve();
    const wanted = {
      result: [
        {
          id: '7',
          name: 'Ravi <b>',
          amt: '12.50',
          bytes: '5000000000',
          active: 'Y',
          dob: null,
          created_at: '2026-02-01 00:00:00',
          closed_at: null,
          free: 3,
        },
      ],
      error: null,
    };
    for (const response of [
      await fetch(`${origin}/api/thing/list`, post(CREDENTIALS)),
      await fetch(`${origin}/api/thing/list?${form(CREDENTIALS)}`),
      await fetch(`${origin}/api/thing/lsit/?${form(CREDENTIALS)}`),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await envelopeOf(response)).toEqual(wanted);
    }
  });

  it('counts as a JSON integer', async () => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/api/thing/list`, post({ ...CREDENTIALS, show_count: '1' }));
    expect(await envelopeOf(response)).toEqual({ result: 1, error: null });
  });

  it('is the body of every failure, with the matching status', async () => {
    const { origin } = await serve();
    const failures = [
      ['/api/nowhere', {}, 404, 'there is no endpoint /api/nowhere'],
      ['/api', {}, 404, 'there is no endpoint /api'],
      ['/api/thing/list', {}, 401, 'userid and api_key are required'],
      [
        '/api/thing/list',
        { ...CREDENTIALS, api_key: 'bad' },
        401,
        'wrong userid or api_key, or the key may not be used from this address',
      ],
      [
        '/api/thing/list',
        { ...CREDENTIALS, userid: '6' },
        401,
        'wrong userid or api_key, or the key may not be used from this address',
      ],
      [
        '/api/thing/list',
        { ...CREDENTIALS, rows_limit: '101' },
        400,
        'rows_limit: must be a whole number from 1 to 100',
      ],
      ['/api/thing/update', CREDENTIALS, 400, 'id: is required'],
      ['/api/thing/delete', { ...CREDENTIALS, how: 'absent' }, 404, 'there is no thing 7'],
      ['/api/thing/delete', { ...CREDENTIALS, how: 'conflict' }, 409, 'thing 7 has services'],
      ['/api/thing/delete', { ...CREDENTIALS, how: 'fault' }, 502, 'the NAS did not acknowledge'],
      ['/api/thing/delete', { ...CREDENTIALS, how: 'error' }, 500, 'internal error'],
      ['/api/thing/broken', CREDENTIALS, 500, 'internal error'],
    ] as const;
    for (const [path, fields, status, error] of failures) {
      const response = await fetch(`${origin}${path}`, post(fields));
      expect([path, response.status, await envelopeOf(response)]).toEqual([path, status, { result: null, error }]);
    }
  });

  it('names every fault of a request', async () => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/api/server/echo?rows_limit=0&kind=x&day=2026-02-30`);
    expect(
      (await envelopeOf(response)).error
        ?.split('; ')
        .map((fault) => fault.split(':')[0])
        .sort(),
    ).toEqual(['day', 'kind', 'rows_limit']);
  });

  it('rejects a caller without permission before it checks the parameters', async () => {
    const { origin } = await serve({ login: { status: 'Suspended' } });
    const response = await fetch(`${origin}/api/thing/list`, post({ ...CREDENTIALS, rows_limit: 'x' }));
    expect([response.status, (await envelopeOf(response)).error]).toEqual([403, 'login user asha is suspended']);
  });

  it('reports an unavailable database, and when to retry', async () => {
    const { origin } = await serve({ down: true });
    const response = await fetch(`${origin}/api/thing/list`, post(CREDENTIALS));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await envelopeOf(response)).toEqual({ result: null, error: 'the database is not available' });
  });

  it('always has status 200 if the operator chooses so', async () => {
    const { origin } = await serve({ restStatus: 200 });
    for (const path of ['/api/nowhere', '/api/thing/list']) {
      const response = await fetch(`${origin}${path}`, { method: 'POST' });
      expect([response.status, (await envelopeOf(response)).result]).toEqual([200, null]);
    }
  });

  it('shows nothing of an unknown error, and logs it once', async () => {
    const { origin, lines } = await serve();
    const response = await fetch(`${origin}/api/thing/delete`, post({ ...CREDENTIALS, how: 'error' }));
    expect(await response.text()).not.toMatch(/SELECT|Error:| at /);
    expect(lines.filter((line) => line.includes('SELECT secret FROM table broke'))).toHaveLength(1);
    expect(lines.join('')).not.toContain(CREDENTIALS.api_key);
  });

  it('stops guessing after twenty wrong keys', async () => {
    const { origin } = await serve();
    const guess = () => fetch(`${origin}/api/thing/list`, post({ userid: '5', api_key: 'guess' }));
    for (let count = 0; count < 20; count += 1) expect((await guess()).status).toBe(401);
    const response = await guess();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  });
});

describe('methods', () => {
  it('are POST and GET, and no other', async () => {
    const { origin } = await serve();
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(`${origin}/api/server/test`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
      expect(await envelopeOf(response)).toEqual({ result: null, error: 'use POST or GET' });
    }
    const head = await fetch(`${origin}/api/server/test`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([405, '']);
  });

  it('let no other site read a response', async () => {
    const { origin } = await serve();
    const headers = { origin: 'http://elsewhere.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'OPTIONS']) {
      const response = await fetch(`${origin}/api/server/test`, { method, headers });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('credentials', () => {
  it('may come as headers or as parameters, or as both if they are equal', async () => {
    const { origin } = await serve();
    const headers = { 'x-userid': '5', 'x-api-key': 'good' };
    const status = async (fields: Record<string, string>) =>
      (await fetch(`${origin}/api/thing/list`, { ...post(fields), headers })).status;
    expect(await status({})).toBe(200);
    expect(await status({ userid: '', api_key: '' })).toBe(200);
    expect(await status({ userid: '5', api_key: 'good' })).toBe(200);
    const contradictory = await fetch(`${origin}/api/thing/list`, { ...post({ api_key: 'bad' }), headers });
    expect(await envelopeOf(contradictory)).toEqual({
      result: null,
      error: 'api_key: differs from the header x-api-key; send only one of them',
    });
    expect(contradictory.status).toBe(400);
  });

  it('are not parameters of the endpoint, also where none are needed', async () => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/api/server/echo?userid=5&api_key=good`);
    expect([response.status, response.headers.get('x-ignored-parameters')]).toEqual([200, null]);
  });

  it('are texts, not objects', async () => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/api/thing/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userid: ['5'], api_key: { toString: 'good' } }),
    });
    expect(response.status).toBe(401);
  });
});

describe('a file', () => {
  const file = ({ origin }: { origin: string }, fails: string) =>
    fetch(`${origin}/api/thing/file`, post({ ...CREDENTIALS, fails }));

  it('is sent in place of the envelope', async () => {
    const response = await file(await serve(), 'never');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/x-b']);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a__b_.txt"');
    expect(await response.text()).toBe('first half, second half');
  });

  it('that fails before its first byte is a failure envelope', async () => {
    const response = await file(await serve(), 'early');
    expect([response.status, await envelopeOf(response)]).toEqual([
      503,
      { result: null, error: 'pg_dump is not available' },
    ]);
  });

  it('that fails later is aborted, never ended as if complete', async () => {
    const node = await serve();
    await expect(file(node, 'late').then((response) => response.text())).rejects.toThrow();
    expect(node.lines.join('')).toContain('pg_dump died');
  });
});
