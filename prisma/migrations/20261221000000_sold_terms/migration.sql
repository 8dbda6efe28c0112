-- The terms that a period was opened under. NULL: opened before they were kept, and charged since.
alter table crm.period add column sold jsonb;

-- What is still to be charged is charged under the terms of now.
update crm.period p
set sold = jsonb_build_object(
  'items', (select coalesce(jsonb_agg(jsonb_build_object('description', n.charge, 'amt', n.amt::text)), '[]')
    from (values (b.charge1, b.amt1), (b.charge2, b.amt2), (b.charge3, b.amt3)) as n (charge, amt)
    where n.charge is not null and n.amt is not null),
  'discount', jsonb_build_object('percent', s.discount_percent::text, 'amt', s.discount_amt::text),
  'taxes', jsonb_build_object('rates', i.taxes, 'inclusive', i.tax_inclusive),
  'commission', (select jsonb_build_object('resellerId', r.id, 'percent', coalesce(r.commission_percent, 0)::text)
    from crm.reseller r where r.id = s.reseller_id and r.type = 'Franchisee'),
  'bw1Gb', l.bw1_gb::text,
  'dataCarryover', l.data_carryover)
from crm.service s, crm.plan l, crm.sub_plan b, crm.isp_setting i
where p.billed_at is null and p.voided_at is null
  and s.id = p.service_id and l.id = p.plan_id and b.id = p.sub_plan_id and i.isp_id = p.isp_id;
