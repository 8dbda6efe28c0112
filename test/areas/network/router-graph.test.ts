import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
const NONE = { status: 404, error: 'the router shows no such graph' };

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

let routers = 0;
/** A NAS whose web server answers so, and the paths that it was asked for. */
async function router(answer: RequestListener, fields: Record<string, string | number> = {}) {
  routers += 1;
  const ip = `127.83.0.${routers}`;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, ip, done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const nas = { resellerid: 0, name: `Router ${routers}`, ip, secret: 'testing123' };
  const id = await api.ok<number>(
    'radius/nas/create',
    { ...nas, snmp_graph: 'on', http_port: port, ...fields },
    tenant.me,
  );
  return { id, asked };
}

const graph = (parameters: Record<string, string | number>, as = tenant.me) =>
  api.call('radius/nas/graph', parameters, as);
/** The picture, and the type of it. */
async function file(parameters: Record<string, string | number>, as = tenant.me) {
  const { result, headers } = await graph(parameters, as);
  return { type: headers.get('content-type'), content: Buffer.from(result as Uint8Array) };
}

describe('a graph that a router draws', () => {
  it('is passed on as the picture that it is, and fetched once a minute', async () => {
    const { id, asked } = await router((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(GIF),
    );
    for (let round = 0; round < 2; round += 1)
      expect(await file({ id, interface: 'ether1-gate', period: 'weekly' })).toEqual({
        ...{ type: 'image/gif', content: GIF },
      });
    expect(asked.sort()).toEqual(['/graphs/iface/ether1%2Dgate/weekly.gif', '/graphs/queue/ether1%2Dgate/weekly.gif']);
  });

  it('is that of the subscriber who is online there, as a queue or an interface', async () => {
    const { id, asked } = await router((request, response) => {
      if (request.url?.startsWith('/graphs/iface/%3Cpppoe')) response.end(GIF);
      else response.writeHead(404).end();
    });
    const { serviceid } = tenant;
    expect(await graph({ id, serviceid })).toMatchObject({ status: 404 });
    await api.db.prisma.session.create({
      data: {
        ...{
          ispId: tenant.ispid,
          serviceId: serviceid,
          nasId: id,
          nasIp: `127.83.0.${routers}`,
          username: 'ravi-1@isp',
        },
        ...{ acctSessionId: 'a', startedAt: new Date(), updatedAt: new Date() },
      },
    });
    expect((await file({ id, serviceid })).content).toEqual(GIF);
    const names = ['%3Chotspot%2Dravi%2D1%40isp%3E', '%3Cpppoe%2Dravi%2D1%40isp%3E'];
    const paths = ['iface', 'queue'].flatMap((kind) => names.map((name) => `/graphs/${kind}/${name}/daily.gif`));
    expect(asked.sort()).toEqual(paths);
  });

  it.each<[string, RequestListener]>([
    ['a page', (_, response) => response.end('<html>')],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
    ['a refusal', (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end()],
    ['a picture without end', (_, response) => endless(response)],
    ['half an answer', (_, response) => response.writeHead(200, { 'content-length': '99' }).destroy()],
    ['another protocol', (request) => request.socket.end('SSH-2.0-ROSSSH\r\n')],
    ['silence', () => undefined],
  ])('is none if the router answers with %s, in one sentence', async (_, answer) => {
    const { id } = await router(answer);
    expect(await graph({ id, interface: 'ether1' })).toMatchObject(NONE);
  });

  it('is none where nothing listens', async () => {
    const { id } = await router(() => undefined);
    const nas = await api.db.prisma.nas.findUniqueOrThrow({ where: { id } });
    await api.ok('radius/nas/update', { id, http_port: (nas.httpPort ?? 0) === 65_000 ? 65_001 : 65_000 }, tenant.me);
    expect(await graph({ id, interface: 'ether1' })).toMatchObject(NONE);
  });

  it('is fetched from ports of the web only, and from where a NAS may be', async () => {
    const { id, asked } = await router((_, response) => response.end(GIF), { http_port: 25 });
    expect(await graph({ id, interface: 'ether1' })).toMatchObject({
      ...{ status: 409, error: 'http_port must be 80, 443 or from 1024 up to be connected to' },
    });
    await api.ok('radius/nas/update', { id, snmp_graph: 'off' }, tenant.me);
    expect(await graph({ id, interface: 'ether1' })).toMatchObject({ status: 409 });
    await api.db.prisma.nas.update({
      where: { id },
      data: { ip: '169.254.169.254', snmpGraph: true, httpPort: 80 },
    });
    expect(await graph({ id, interface: 'ether1' })).toMatchObject({
      ...{ status: 409, error: '169.254.169.254 is a link-local address, which no NAS may have' },
    });
    expect(asked).toEqual([]);
  });

  it('shows a neighbour nothing, and asks for one thing at a time', async () => {
    const { id } = await router((_, response) => response.end(GIF));
    const other = await makeTenant(api);
    expect(await graph({ id, interface: 'ether1' }, other.me)).toMatchObject({ status: 404 });
    expect(await graph({ id, serviceid: tenant.serviceid }, other.me)).toMatchObject({ status: 404 });
    const problem = 'interface: is required unless there is a serviceid, and only then';
    expect(await graph({ id })).toMatchObject({ status: 400, error: problem });
    expect(await graph({ id, interface: 'a', serviceid: tenant.serviceid })).toMatchObject({ status: 400 });
  });

  it('waits when somebody asks for more than thirty a minute', async () => {
    const { id } = await router((_, response) => response.end(GIF));
    const eager = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Network' });
    for (let n = 0; n < 30; n += 1) await file({ id, interface: `ether${n % 3}` }, eager);
    expect(await graph({ id, interface: 'ether1' }, eager)).toMatchObject({ status: 429 });
  });
});

function endless(response: Parameters<RequestListener>[1]): void {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.concat([GIF, Buffer.alloc(65_536)])));
    response.once('drain', write);
  };
  write();
}
