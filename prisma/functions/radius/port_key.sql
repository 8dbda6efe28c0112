-- An IPv4 address and a port as one number.
create or replace function radius.port_key(ip inet, port integer) returns bigint language sql immutable strict parallel safe as $$
  select (ip - '0.0.0.0'::inet) * 65536 + port
$$;
