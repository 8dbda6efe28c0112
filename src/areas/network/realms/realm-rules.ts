/** Where the realm stands in a username. */
export const REALM_FORMS = ['user@realm', 'realm\\user', 'realm/user'] as const;
export type RealmForm = (typeof REALM_FORMS)[number];

/** `strip`: the subscriber is the one of the name without the realm; `keep`: of the whole name; `reject`: nobody. */
export const REALM_ACTIONS = ['strip', 'keep', 'reject'] as const;
export type RealmAction = (typeof REALM_ACTIONS)[number];

/** Any realm that has no rule of its own. */
export const ANY_REALM = '*';

export interface RealmRule {
  readonly id: number;
  /** Null: of all NASes of the ISP. */
  readonly nasId: number | null;
  readonly form: RealmForm;
  readonly realm: string;
  readonly action: RealmAction;
}

/** The rule that decides about a username, and what it finds there. */
export interface RealmMatch {
  readonly rule: RealmRule;
  readonly realm: string;
  /** Without the realm. */
  readonly user: string;
}

export const separatorOf = (form: RealmForm): string => form.replace(/user|realm/g, '');

/**
 * The rules of one ISP, by which a username that is nobody's is understood: those of the NAS come before those of the ISP, and the
 * rule of a realm before the one of any realm. The realm is what follows the last @, or precedes the first \ or /.
 */
export class RealmRules {
  readonly #byKey = new Map<string, RealmRule>();

  constructor(rules: readonly RealmRule[] = []) {
    for (const rule of rules) this.#byKey.set(keyOf(rule.nasId, rule.form, rule.realm.toLowerCase()), rule);
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Null: no rule is about this name. */
  match(nasId: number | null, username: string): RealmMatch | null {
    if (this.isEmpty) return null;
    const parts = REALM_FORMS.flatMap((form) => partsOf(username, form));
    for (const owner of nasId === null ? [null] : [nasId, null])
      for (const isOfAny of [false, true])
        for (const { form, realm, user } of parts) {
          const rule = this.#byKey.get(keyOf(owner, form, isOfAny ? ANY_REALM : realm.toLowerCase()));
          if (rule) return { rule, realm, user };
        }
    return null;
  }
}

const keyOf = (nasId: number | null, form: RealmForm, realm: string) => `${nasId ?? 0} ${form} ${realm}`;

interface Parts {
  readonly form: RealmForm;
  readonly realm: string;
  readonly user: string;
}

/** None if the name has no realm in this form, or nothing else. */
function partsOf(username: string, form: RealmForm): Parts[] {
  const isSuffix = form === 'user@realm';
  const separator = separatorOf(form);
  const at = isSuffix ? username.lastIndexOf(separator) : username.indexOf(separator);
  if (at < 1 || at === username.length - 1) return [];
  const [before, after] = [username.slice(0, at), username.slice(at + 1)];
  return [isSuffix ? { form, realm: after, user: before } : { form, realm: before, user: after }];
}
