import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accounting } from './chapters/accounting.ts';
import { addresses } from './chapters/addresses.ts';
import { authLog } from './chapters/auth-log.ts';
import { badLines } from './chapters/bad-lines.ts';
import { disconnecting } from './chapters/disconnecting.ts';
import { loggingInByEap } from './chapters/eap.ts';
import { firstStart } from './chapters/first-start.ts';
import { goodbye } from './chapters/goodbye.ts';
import { loggingIn } from './chapters/logging-in.ts';
import { loginUsers } from './chapters/login-users.ts';
import { refusals } from './chapters/refusals.ts';
import { settingUp } from './chapters/setting-up.ts';
import { tenancy } from './chapters/tenancy.ts';
import { Story } from './support/story.ts';

/** Told in order: a chapter builds on what the chapters before it have made. */
describe('the story of an ISP and its subscribers', () => {
  const story = new Story();
  beforeAll(() => story.begin());
  afterAll(() => story.end());
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${story.node?.complaints}\n`);
  });

  describe('the first start', () => firstStart(story));
  describe('the ISP sets itself up', () => settingUp(story));
  describe('logging in', () => loggingIn(story));
  describe('logging in by EAP', () => loggingInByEap(story));
  describe('who is refused', () => refusals(story));
  describe('bad lines', () => badLines(story));
  describe('addresses', () => addresses(story));
  describe('accounting', () => accounting(story));
  describe('disconnecting', () => disconnecting(story));
  describe('the authentication log', () => authLog(story));
  describe('the end of sessions', () => goodbye(story));
  describe('login users', () => loginUsers(story));
  describe('a second ISP', () => tenancy(story));

  it('in all this the node complained of nothing, and it ends as it should', async () => {
    expect(story.node.complaints).toBe('');
    expect(await story.node.stop()).toMatchObject({ code: 0, stderr: '' });
  });
});
