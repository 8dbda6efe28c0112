// SQL of the targets of changes. The order of ids goes round the ISPs (`dataset.ts`).

// The login user of an ISP's administrator, and its first plan, have the id of the ISP (`dataset.ts`).
const of = (row: string) => `${row}.isp_id AS "crm.isp", ${row}.isp_id AS "auth.login_user"`;
const owned = (row: string) => `${of(row)}, ${row}.reseller_id AS "crm.reseller"`;

/** Services for which the condition on `s` is true. */
export const services = (condition: string) => `
  SELECT s.id AS "crm.service", s.customer_id AS "crm.customer", s.plan_id AS "crm.plan", s.sub_plan_id AS "crm.sub_plan",
    s.period_id AS "crm.period", a.id AS "crm.ledger_account", p.id AS "crm.plan other", o.id AS "crm.sub_plan other", ${owned('s')}
  FROM crm.service s JOIN crm.ledger_account a ON a.service_id = s.id
  JOIN crm.plan p ON p.isp_id = s.isp_id AND p.name = 'Fast' JOIN crm.sub_plan o ON o.plan_id = p.id
  WHERE ${condition} ORDER BY s.id`;
export const ACTIVE = `s.status = 'Active'`;
export const PREPAID = `${ACTIVE} AND s.prepaid_postpaid = 'Prepaid'`;
export const POSTPAID = `${ACTIVE} AND s.prepaid_postpaid = 'Postpaid'`;

export const CUSTOMERS = `SELECT c.id AS "crm.customer", c.isp_id AS "crm.plan", c.isp_id AS "crm.sub_plan", ${owned('c')}
  FROM crm.customer c ORDER BY c.id`;
export const RESELLERS = `SELECT r.id AS "crm.reseller", a.id AS "crm.ledger_account", ${of('r')}
  FROM crm.reseller r JOIN crm.ledger_account a ON a.reseller_id = r.id ORDER BY r.id`;
export const PAYMENTS = `SELECT p.id AS "crm.payment", p.entry_id AS "crm.ledger_entry", p.service_id AS "crm.service",
    p.customer_id AS "crm.customer", a.id AS "crm.ledger_account", ${owned('p')}
  FROM crm.payment p JOIN crm.ledger_account a ON a.service_id = p.service_id
  JOIN crm.service s ON s.id = p.service_id WHERE ${ACTIVE} ORDER BY p.id`;
export const LEADS = `SELECT l.id AS "crm.lead", ${owned('l')} FROM crm.lead l ORDER BY l.id`;
export const NASES = `SELECT n.id AS "radius.nas", ${of('n')} FROM radius.nas n WHERE n.name LIKE 'Site %' ORDER BY n.id`;
export const STAFF = `SELECT u.id AS "auth.login_user changed", ${of('u')}
  FROM auth.login_user u WHERE u.username LIKE 'staff%' ORDER BY u.id`;
