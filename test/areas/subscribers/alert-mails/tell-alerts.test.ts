import { beforeEach, describe, expect, it } from 'vitest';
import { tellAlerts } from '../../../../src/areas/subscribers/alert-mails/tell-alerts.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';
import { startMailServer } from '../notices/mail-server.ts';

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const mail = await startMailServer();
const mine = await makeTenant(api);
const theirs = await makeTenant(api);
const smtp = { host: '127.0.0.1', port: mail.port, from: 'noc@example.net', username: 'isp', secret: 'letmein' };
const NOON = new Date('2026-12-07T12:00:00Z');
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

const open = (data: object = {}, of = mine) =>
  api.db.prisma.alert.create({
    data: {
      ...{ ispId: of.ispid, nasId: of.nasid, kind: 'silent', openedAt: at(-1), sinceAt: at(-20), sessions: 11 },
      ...data,
    },
  });
const tell = (minute = 0) => {
  api.clock.at = at(minute);
  return tellAlerts(api.kernel);
};
const sent = () => mail.received.splice(0).map(({ to, text }) => [...to, text.split('\n')[0]]);

for (const of of [mine, theirs]) await api.ok('notice/sender_set', { channel: 'email', ...smtp }, of.me);
await api.ok(
  'isp/settings_update',
  { timezone: 'Asia/Kolkata', alert_emails: 'noc@example.net,ravi@example.net' },
  mine.me,
);

beforeEach(async () => {
  await api.db.prisma.alert.deleteMany();
  mail.received.length = 0;
  mail.refusal = undefined;
});

describe('the staff of an ISP', () => {
  it('is told of an alert once, at each address of its settings, in its time zone', async () => {
    await open();
    await open({}, theirs);
    await Promise.all([tell(), tell()]);
    await tell(10);
    const { name } = await api.db.prisma.nas.findUniqueOrThrow({ where: { id: mine.nasid } });
    const sentence = `${name} silent since 2026-12-07 17:10; 11 sessions at stake`;
    expect(sent().sort()).toEqual([
      ['noc@example.net', sentence],
      ['ravi@example.net', sentence],
    ]);
  });

  it('is told of several alerts in one mail, and of none that is muted, closed or old', async () => {
    await open();
    await open({ kind: 'coa', measured: 12, comparedTo: 15, sinceAt: null, sessions: null });
    await open({ kind: 'drift', mutedUpto: at(60) });
    await open({ kind: 'clock', closedAt: at(0) });
    await open({ kind: 'reboot', openedAt: at(-7 * 60) });
    await tell();
    const [first, ...others] = mail.received.filter(({ to }) => to.includes('noc@example.net'));
    expect(others).toEqual([]);
    expect(first?.head).toContain('Subject: 2 alerts of the network');
    expect(first?.text.split('\n').slice(0, 3)).toEqual([
      expect.stringContaining('silent since'),
      expect.stringContaining('left 12 of 15 CoA requests unanswered in an hour'),
      '',
    ]);
  });

  it('is told in Hindi if the notices of the ISP are', async () => {
    await api.ok('isp/settings_update', { notice_language: 'hi' }, mine.me);
    await open();
    await tell();
    await api.ok('isp/settings_update', { notice_language: 'en' }, mine.me);
    const [{ text } = { text: '' }] = mail.received;
    expect(text).toMatch(/से 2026-12-07 17:10 से संपर्क नहीं; 11 सत्र दाँव पर\n\nसमय Asia\/Kolkata का है/);
  });

  it('is told later if its mail server does not take the mail now', async () => {
    await open();
    mail.refusal = { code: 451, text: 'later' };
    await tell();
    await tell(1);
    mail.refusal = undefined;
    await tell(4);
    expect(sent()).toEqual([]);
    await tell(6);
    expect(sent()).toHaveLength(2);
  });

  it('is named by valid addresses, five at most', async () => {
    const set = (alert_emails: string) => api.call('isp/settings_update', { alert_emails }, theirs.me);
    expect(await set('noc')).toMatchObject({ status: 400, error: expect.stringContaining('alert_emails') });
    const many = [1, 2, 3, 4, 5, 6].map((one) => `a${one}@example.net`).join(',');
    expect(await set(many)).toMatchObject({ status: 400, error: expect.stringContaining('at most 5') });
    expect(await set('')).toMatchObject({ status: 200 });
  });
});
