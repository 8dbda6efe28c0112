-- The audit of each ISP is a chain: a seal holds the digest of an event with its changes, and a head over that and the head before.
-- A seal is made after the commit (areas/audit/chain): a chain made by the change itself would let one change of an ISP wait for
-- another. ISP 0 is the installation.

-- Events that wait for their seal.
create table auth.audit_unsealed (
  event_id bigint primary key,
  isp_id   integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create table auth.audit_seal (
  isp_id    integer not null,
  seq       bigint not null,
  event_id  bigint not null,
  at        timestamptz(3) not null,
  sealed_at timestamptz(3) not null,
  format    smallint not null,
  digest    bytea not null constraint audit_seal_digest_check check (octet_length(digest) = 32),
  head      bytea not null constraint audit_seal_head_check check (octet_length(head) = 32),
  primary key (isp_id, seq)
);

-- Where a chain begins: with its first seal, or after the last one that was removed with its event.
create table auth.audit_chain (
  isp_id         integer primary key,
  began_at       timestamptz(3) not null,
  began_after    bigint not null,
  seq            bigint not null default 0,
  head           bytea not null,
  removed_before timestamptz(3),
  logged_seq     bigint not null default 0
);

create trigger append_only before update or delete on auth.audit_seal
  for each row execute function auth.refuse_change();
create trigger append_only_truncate before truncate on auth.audit_seal
  for each statement execute function auth.refuse_change();

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

-- Removes at most `batch` seals from the beginning of a chain: those from before then whose events are gone, and never the last
-- one. The chain then begins after them. Returns how many.
create function auth.remove_seals(of_isp integer, older_than timestamptz, batch integer) returns integer language plpgsql as $$
declare
  upto auth.audit_seal;
  removed integer;
begin
  with picked as (
    select s.* from auth.audit_seal s
    where s.isp_id = of_isp and s.seq < (select max(l.seq) from auth.audit_seal l where l.isp_id = of_isp)
    order by s.seq limit batch
  ), kept as (
    select min(p.seq) as seq from picked p
    where p.at >= older_than or p.sealed_at >= older_than
      or exists (select from auth.audit_event e where e.id = p.event_id)
      or exists (select from crm_archive.audit_event e where e.id = p.event_id)
  )
  select p.* into upto from picked p, kept k where p.seq < coalesce(k.seq, p.seq + 1) order by p.seq desc limit 1;
  if upto.seq is null then
    return 0;
  end if;
  update auth.audit_chain c set seq = upto.seq, head = upto.head where c.isp_id = of_isp;
  perform set_config('lastmile.archiving', 'on', true);
  delete from auth.audit_seal s where s.isp_id = of_isp and s.seq <= upto.seq;
  get diagnostics removed = row_count;
  perform set_config('lastmile.archiving', 'off', true);
  return removed;
end $$;
