-- The audited image of a row that has keys in an address, in headers or in a body: without them.
create or replace function auth.without_keys(image jsonb) returns jsonb language sql immutable as $$
  select image
    || case when image ->> 'url' is null then '{}'::jsonb else jsonb_build_object('url', auth.site_of(image ->> 'url')) end
    || case when image ->> 'headers' is null then '{}'::jsonb else '{"headers": "***"}' end
    || case when image ->> 'body' is null then '{}'::jsonb else '{"body": "***"}' end
$$;
