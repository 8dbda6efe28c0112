/** The steps and their fields. */
export const STEPS = ['who', 'what', 'where'] as const;
export type Step = (typeof STEPS)[number];

export const PERSON = ['resellerid', 'type', 'name', 'surname', 'mobile', 'email'];
export const HOME = ['street', 'city', 'zipcode', 'state'];
export const PLAN = ['planid', 'subplanid', 'protocol', 'connectivity'];
export const LOGIN = ['username', 'password'];
export const BILLING = ['prepaid_postpaid', 'discount_percent', 'deposit', 'installation_amt'];
export const PLACE = ['location_code', 'sub_location_code'];
export const INSTALLATION = ['ia_street', 'ia_city', 'ia_zipcode', 'ia_state'];
export const NETWORK = ['ip_assignment', 'ippool', 'staticip', 'mac', 'mac_bind'];

const FIELDS: Readonly<Record<Step, readonly string[]>> = {
  who: PERSON,
  what: [...PLAN, ...LOGIN, ...BILLING],
  where: [...HOME, ...PLACE, 'installation_address', ...INSTALLATION, ...NETWORK],
};

/** The fields of a step, counted from 0. */
export const fieldsOf = (at: number): readonly string[] => (STEPS[at] ? FIELDS[STEPS[at]] : []);

/** The step at which the first of these fields is. */
export const stepOf = (faulty: readonly string[]): Step | undefined =>
  STEPS.find((step) => faulty.some((name) => FIELDS[step].includes(name)));

/** `ravi.kumar` of a name, as a proposal for a username. */
export const usernameOf = (...names: readonly string[]): string =>
  names
    .map((name) =>
      name
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '.')
        .replace(/^\.|\.$/g, ''),
    )
    .filter(Boolean)
    .join('.')
    .slice(0, 40);
