import { z } from 'zod';
import { badParameters } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { CHANNELS, TRIGGERS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Runner, sql } from '../../../db/sql.ts';
import { NOTICE_COLUMNS, type Notice } from './compose.ts';
import { noticeShape } from './create.ts';
import { refuseUnfit } from './rules.ts';

const { language, subject, body, attach, days } = noticeShape;

/** What is written and not stored yet: of a stored notice that has it otherwise, or of a new one. */
export const draftShape = {
  id: wire
    .described('when absent, the notice is not stored, and on, channel and body are required', wire.id())
    .optional(),
  ...{ on: wire.oneOf(TRIGGERS).optional(), channel: wire.oneOf(CHANNELS).optional(), days: days.optional() },
  ...{ language: language.optional(), subject: subject.optional(), body: body.optional(), attach: attach.optional() },
};

const draft = z.object(draftShape);
type Draft = z.output<typeof draft>;
/** A new notice belongs to the ISP of the service that it is shown for. */
type Shown = Draft & { readonly serviceid: number };

/** What a stored notice keeps: with another of them it would be another notice. */
const KEPT = ['on', 'channel', 'days'] as const;
const REQUIRED = ['on', 'channel', 'body'] as const;

/**
 * A notice as it would be with what is written, by the rules of storing it.
 * @throws Fault of kind `badInput` as `notice/create` or `notice/update` would; of kind `notFound` outside the scope
 */
export async function draftedNotice(db: Runner, scope: Scope, { serviceid, ...written }: Shown): Promise<Notice> {
  const { id, ...fields } = written;
  return id === undefined
    ? newNotice(db, scope, { ...fields, serviceid })
    : changedNotice(db, scope, { ...fields, id });
}

async function changedNotice(db: Runner, scope: Scope, { id, ...written }: Draft & { id: number }): Promise<Notice> {
  refuse(
    KEPT.filter((name) => written[name] !== undefined),
    'cannot change in a stored notice; leave id out for a new notice',
  );
  const stored = await readRecord<Notice>(db, scope, { what: 'notice', id }, NOTICE_COLUMNS);
  const { language, subject, body, attach } = written;
  const texts = definedFields({ language, subject, body, attach });
  // What is stored may be shown as it is, also if rules have become stricter since.
  if (Object.keys(texts).length > 0) refuseUnfit({ ...stored, ...texts });
  return { ...stored, ...texts };
}

async function newNotice(db: Runner, scope: Scope, { serviceid, ...written }: Shown): Promise<Notice> {
  const { on, channel, body, days = 0, language = 'en', subject = null, attach = false } = written;
  refuse(
    REQUIRED.filter((name) => written[name] === undefined),
    'is required without id',
  );
  const rule = { trigger: on, channel, body, days, subject, attach } as Parameters<typeof refuseUnfit>[0];
  refuseUnfit(rule);
  const service = { what: 'service', id: serviceid } as const;
  const { ispId } = await readRecord<{ ispId: number }>(db, scope, service, sql`x.isp_id AS "ispId"`);
  return { ...rule, language, ispId, dltTemplateId: null, obstacle: null };
}

function refuse(parameters: readonly string[], problem: string): void {
  if (parameters.length > 0) throw badParameters(parameters.map((parameter) => ({ parameter, problem })));
}
