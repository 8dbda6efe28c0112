-- The attempt was no guess. Signed in: earlier failures of the user from this device or address are forgotten, too. Those of
-- strangers are not, if it was a device.
create or replace function auth.end_sign_in_attempt(name text, source text, device text, signed_in boolean) returns void
language plpgsql as $$
begin
  update auth.login_attempt set count = greatest(count - 1, 0), blocked_until = null
    where (device is null and (username, address) in (('', source), (name, ''), (name, source)))
      or (username = name and address = device);
  if signed_in then
    delete from auth.login_attempt where username = name and address = coalesce(device, source);
  end if;
end $$;
