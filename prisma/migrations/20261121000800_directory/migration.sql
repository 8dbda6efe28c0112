-- Nodes keep subscribers and NASes in memory; they learn of changes on channel `directory`, one notification per row:
-- '<table>:<id>', or '<table>:*' where a statement changed more than 100.

-- Arguments: the subject, the column with its id, the column that tells rows apart, then the columns whose change
-- matters (all where none are given).
create function crm.notify_directory() returns trigger language plpgsql as $$
declare
  subject constant text := tg_argv[0];
  most constant integer := 100;
  ids text[];
  watched text;
begin
  if tg_op = 'UPDATE' then
    if tg_nargs > 3 then
      select format('(%s) is distinct from (%s)',
          string_agg(format('n.%I', c), ', '), string_agg(format('o.%I', c), ', '))
        into watched from unnest(tg_argv[3:]) c;
    else
      watched := 'n is distinct from o';
    end if;
    execute format(
      'select array_agg(id) from (
         select distinct n.%1$I::text as id from new_rows n join old_rows o using (%2$I) where %3$s limit %4$s
       ) changed', tg_argv[1], tg_argv[2], watched, most + 1)
      into ids;
  else
    execute format('select array_agg(id) from (select distinct %I::text as id from %s limit %s) changed',
      tg_argv[1], case tg_op when 'INSERT' then 'new_rows' else 'old_rows' end, most + 1)
      into ids;
  end if;
  if cardinality(ids) > most then
    perform pg_notify('directory', subject || ':*');
  else
    perform pg_notify('directory', subject || ':' || id) from unnest(ids) as id;
  end if;
  return null;
end $$;

do $$
declare
  arguments text;
  source text;
begin
  for source, arguments in values
    ('crm.isp', 'isp, id, id, name, code, deleted_at'),
    ('crm.isp_setting', 'isp_setting, isp_id, isp_id'),
    ('crm.reseller', 'reseller, id, id, isp_id, type, code, credit_limit, deleted_at'),
    ('crm.plan', 'plan, id, id'),
    ('crm.service', 'service, id, id, isp_id, reseller_id, plan_id, sub_plan_id, period_id, username, password_enc,'
      ' status, status_before, grace_upto, promise_upto, prepaid_postpaid, protocol, ip_assignment, ip_pool_id,'
      ' staticip, mac, mac_bind, bill_from, valid_from, valid_upto, location_code, sub_location_code, deleted_at'),
    -- Quotas and top-ups count for the service they belong to.
    ('crm.period', 'service, service_id, id, starts_on, ends_on, quota_bytes, voided_at'),
    ('crm.topup', 'service, service_id, id, bytes_total, ended_at'),
    ('radius.nas', 'nas, id, id'),
    ('radius.nas_share', 'nas_share, nas_id, nas_id'),
    ('radius.nas_ip_pool', 'nas_ip_pool, id, id'),
    ('radius.ip_pool', 'ip_pool, id, id')
  loop
    execute format('create trigger directory_insert after insert on %s
      referencing new table as new_rows for each statement execute function crm.notify_directory(%s)', source, arguments);
    execute format('create trigger directory_update after update on %s
      referencing old table as old_rows new table as new_rows for each statement
      execute function crm.notify_directory(%s)', source, arguments);
    execute format('create trigger directory_delete after delete on %s
      referencing old table as old_rows for each statement execute function crm.notify_directory(%s)', source, arguments);
  end loop;
end $$;

-- Usage is written by every interim update: the condition is tested before anything is called.
create function radius.notify_usage() returns trigger language plpgsql as $$
begin
  perform pg_notify('directory', 'usage:' || new.service_id);
  return null;
end $$;
create trigger directory after update on radius.usage for each row
  when (old.bw_level <> new.bw_level or old.exhausted <> new.exhausted)
  execute function radius.notify_usage();

-- Wakes whoever carries out the outbox.
create function crm.notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger wake after insert on crm.outbox for each statement execute function crm.notify_outbox();
