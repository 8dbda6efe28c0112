import { createHash } from 'node:crypto';
import { z } from 'zod';
import { badParameter } from '../../../../core/fault.ts';
import { ispOfNew } from '../../../../core/tenancy/owner.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { errorText, id, kind } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { execute, sql } from '../../../../db/sql.ts';
import { lockUpdatedSettings } from '../settings/updated.ts';
import { checkedJpeg } from './jpeg.ts';
import { type Picture, WrongPicture } from './picture.ts';
import { checkedPng } from './png.ts';
import { printablePicture } from './scale.ts';

/** With it the first load of `/my` stays below 100 kB. */
export const MAX_LOGO_BYTES = 50_000;
const SIDE = { min: 16, max: 1_000 };

function base64() {
  const problem = `must be a PNG or JPEG picture of at most ${MAX_LOGO_BYTES} bytes, in base64`;
  const schema = z
    .string(errorText(problem))
    .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, { error: problem })
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: problem });
  return kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', contentEncoding: 'base64' },
  });
}

export const newLogo = z.strictObject({ ispid: id().optional(), logo: base64().optional() });

/** The name of a version of a logo: other bytes have another. */
const versionOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 24);

/** Sets the logo of an ISP, or removes it. @throws Fault that says what is wrong with the picture */
export async function setLogo(tx: Tx, scope: Scope, input: z.output<typeof newLogo>): Promise<'done'> {
  const picture = input.logo === undefined ? null : checked(input.logo);
  const ispId = await ispOfNew(tx, scope, input);
  await lockUpdatedSettings(tx, scope, { ispid: ispId });
  if (picture)
    await execute(
      tx,
      sql`INSERT INTO crm.isp_logo (isp_id, media_type, content) VALUES (${ispId}, ${picture.mediaType}, ${picture.content})
          ON CONFLICT (isp_id) DO UPDATE SET media_type = excluded.media_type, content = excluded.content, updated_at = now()`,
    );
  else await execute(tx, sql`DELETE FROM crm.isp_logo WHERE isp_id = ${ispId}`);
  await execute(
    tx,
    sql`UPDATE crm.isp_setting SET logo = ${picture ? versionOf(picture.content) : ''}, updated_by = ${scope.by},
          updated_at = now()
        WHERE isp_id = ${ispId}`,
  );
  return 'done';
}

function checked(logo: string): Picture {
  try {
    return printablePicture(pictureOf(Buffer.from(logo, 'base64')));
  } catch (error) {
    if (error instanceof WrongPicture) throw badParameter('logo', error.message);
    throw error;
  }
}

/**
 * Reads a picture by its bytes, whatever it was called. It is written anew from the parts that show it, so comments, places
 * where it was taken, and other files that hide in it are left out. SVG is refused: it can hold scripts.
 * @throws WrongPicture
 */
export function pictureOf(bytes: Buffer): Picture {
  if (bytes.length > MAX_LOGO_BYTES)
    throw new WrongPicture(`must have at most ${MAX_LOGO_BYTES} bytes; this picture has ${bytes.length}`);
  const picture = checkedPng(bytes) ?? checkedJpeg(bytes);
  if (!picture) throw new WrongPicture('must be a PNG or JPEG picture');
  const { width, height } = picture;
  if (Math.min(width, height) < SIDE.min || Math.max(width, height) > SIDE.max)
    throw new WrongPicture(
      `must be ${SIDE.min} to ${SIDE.max} pixels wide and high; this picture is ${width} × ${height}`,
    );
  return picture;
}
