-- Where an address leads, without what is often a key: user information, path and parameters.
create or replace function auth.site_of(address text) returns text language sql immutable as $$
  select regexp_replace(address, '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\1\3/…', 'is')
$$;
