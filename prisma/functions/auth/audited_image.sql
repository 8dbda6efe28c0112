-- The image of a row in the audit: the row itself, with its secrets masked.
create or replace function auth.audited_image(row_image jsonb) returns jsonb language plpgsql immutable as $$
declare
  masked jsonb;
begin
  select jsonb_object_agg(name, '***') into masked
    from jsonb_object_keys(jsonb_strip_nulls(row_image)) as name where auth.is_secret(name);
  return coalesce(row_image || masked, row_image);
end $$;
