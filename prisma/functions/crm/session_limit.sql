-- How many lines of a service may be online. One with a static address or prefix has one line: it cannot be given twice.
create or replace function crm.session_limit(s crm.service, p crm.plan) returns integer language sql immutable parallel safe as $$
  select case when s.ip_assignment in ('StaticIP', 'Subnet') or s.ip6_prefix is not null or s.pd_prefix is not null then 1
    else coalesce(s.session_limit, p.session_limit, 1) end
$$;
