-- Seconds between two reports of the sessions of a NAS.
create or replace function radius.interim_interval(nas_id integer) returns integer language sql stable parallel safe as $$
  select coalesce(n.interim_interval, s.interim_interval)
  from radius.nas n join crm.isp_setting s on s.isp_id = n.isp_id where n.id = nas_id
$$;
