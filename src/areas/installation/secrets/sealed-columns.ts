import { SECRET_PURPOSE as SENDER_PURPOSE } from '../../../core/vocabulary/notice.ts';
import { FILE_PURPOSE } from '../../care/files/encryption.ts';
import { SECRET_PURPOSE } from '../../insight/webhooks/vocabulary.ts';
import { KEY_PURPOSE, NOTIFICATION_PURPOSE } from '../../online/gateways/vocabulary.ts';
import { CODE_KEY_PURPOSE, CODE_PURPOSE, UAM_PURPOSE } from '../../online/hotspot/vocabulary.ts';
import { FACTOR_PURPOSE } from '../../online/logins/second-factor.ts';
import { PROOF_PURPOSE } from '../audit/chain/erased.ts';

/** A column with secrets that `seal` made. */
export interface SealedColumn {
  readonly table: string;
  /** An integer that identifies the row. */
  readonly key: string;
  readonly column: string;
  readonly purpose: string;
  /** The purpose names the row too, so that a secret cannot be opened in another one. */
  readonly ofRow?: true;
}

/** What the secret of a row was sealed for. */
export const purposeIn = ({ purpose, ofRow }: SealedColumn, id: number): string =>
  ofRow ? `${purpose} ${id}` : purpose;

export const SEALED: readonly SealedColumn[] = [
  { table: 'crm.service', key: 'id', column: 'password_enc', purpose: 'service.password' },
  { table: 'radius.nas', key: 'id', column: 'secret_enc', purpose: 'nas.secret' },
  { table: 'radius.nas', key: 'id', column: 'api_password_enc', purpose: 'nas.api_password' },
  { table: 'radius.nas', key: 'id', column: 'uam_secret_enc', purpose: UAM_PURPOSE },
  { table: 'crm.hotspot_key', key: 'isp_id', column: 'key_enc', purpose: CODE_KEY_PURPOSE },
  { table: 'crm.hotspot_code', key: 'id', column: 'code_enc', purpose: CODE_PURPOSE },
  { table: 'radius.proxy', key: 'id', column: 'secret_enc', purpose: 'proxy.secret' },
  { table: 'crm.webhook', key: 'id', column: 'secret_enc', purpose: SECRET_PURPOSE },
  { table: 'crm.webhook', key: 'id', column: 'previous_secret_enc', purpose: SECRET_PURPOSE },
  { table: 'crm.payment_gateway', key: 'id', column: 'key_secret_enc', purpose: KEY_PURPOSE },
  { table: 'crm.payment_gateway', key: 'id', column: 'webhook_secret_enc', purpose: NOTIFICATION_PURPOSE },
  { table: 'crm.notice_sender', key: 'id', column: 'secret_enc', purpose: SENDER_PURPOSE },
  { table: 'crm.file', key: 'id', column: 'key_enc', purpose: FILE_PURPOSE, ofRow: true },
  { table: 'auth.audit_erasure', key: 'id', column: 'proof_enc', purpose: PROOF_PURPOSE },
  { table: 'auth.second_factor', key: 'user_id', column: 'secret_enc', purpose: FACTOR_PURPOSE },
];
