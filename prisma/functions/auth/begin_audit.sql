-- Opens an event for the rest of the transaction: the trigger `audit` notes changes under it. It is sealed after the commit.
create or replace function auth.begin_audit(
  user_id integer, username text, isp_id integer, reseller_id integer, address inet, procedure text, target text,
  input jsonb, via text default null
) returns bigint language plpgsql as $$
declare
  event bigint;
begin
  insert into auth.audit_event (user_id, username, isp_id, reseller_id, address, procedure, target, input, via)
    values (begin_audit.user_id, begin_audit.username, begin_audit.isp_id, begin_audit.reseller_id,
      begin_audit.address, begin_audit.procedure, begin_audit.target, begin_audit.input, begin_audit.via)
    returning id into event;
  insert into auth.audit_unsealed (event_id, isp_id) values (event, coalesce(begin_audit.isp_id, 0));
  perform set_config('lastmile.audit_event', event::text, true);
  return event;
end $$;
