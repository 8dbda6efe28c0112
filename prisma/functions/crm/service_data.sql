-- A service as the event feed tells it.
create or replace function crm.service_data(s crm.service) returns jsonb language sql stable as $$
  select jsonb_build_object('serviceid', s.id, 'customerid', s.customer_id, 'planid', s.plan_id, 'plan', p.name,
      'subplanid', s.sub_plan_id, 'username', s.username, 'status', s.status, 'prepaid_postpaid', s.prepaid_postpaid,
      'protocol', s.protocol, 'connectivity', s.connectivity, 'ip_assignment', s.ip_assignment,
      'staticip', host(s.staticip), 'ip6_prefix', s.ip6_prefix::text, 'pd_prefix', s.pd_prefix::text, 'mac', s.mac)
    || jsonb_build_object('discount_percent', s.discount_percent::text, 'discount_amt', s.discount_amt::text,
      'deposit', s.deposit::text, 'os_amt', s.os_amt::text, 'valid_from', s.valid_from, 'valid_upto', s.valid_upto,
      'location_code', s.location_code, 'sub_location_code', s.sub_location_code)
  from crm.plan p where p.id = s.plan_id
$$;
