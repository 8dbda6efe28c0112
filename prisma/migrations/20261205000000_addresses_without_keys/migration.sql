-- Where an address leads, without what is often a key: user information, path and parameters.
create function auth.site_of(address text) returns text language sql immutable as $$
  select regexp_replace(address, '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\1\3/…', 'is')
$$;

create function auth.without_keys(image jsonb) returns jsonb language sql immutable as $$
  select image
    || case when image ->> 'url' is null then '{}'::jsonb else jsonb_build_object('url', auth.site_of(image ->> 'url')) end
    || case when image ->> 'headers' is null then '{}'::jsonb else '{"headers": "***"}' end
    || case when image ->> 'body' is null then '{}'::jsonb else '{"body": "***"}' end
$$;

-- The audit shows that an address or a request to a provider changed, to people who may not read the keys in it.
create function auth.hide_keys() returns trigger language plpgsql as $$
begin
  new.before := auth.without_keys(new.before);
  new.after := auth.without_keys(new.after);
  return new;
end $$;

-- Its name makes it the first: what follows sees what is stored.
create trigger a_hide_keys before insert on auth.audit_change for each row
  when (new.table_name in ('crm.notice_sender', 'crm.webhook')) execute function auth.hide_keys();
