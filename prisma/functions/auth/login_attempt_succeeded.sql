-- The attempt was no guess. Signed in: earlier failures of the user from this address are forgotten, too.
-- For programs of before devices (auth.end_sign_in_attempt).
create or replace function auth.login_attempt_succeeded(name text, source text, signed_in boolean) returns void language plpgsql as $$
begin
  update auth.login_attempt set count = greatest(count - 1, 0), blocked_until = null
    where (username, address) in (('', source), (name, ''), (name, source));
  if signed_in then
    delete from auth.login_attempt where username = name and address = source;
  end if;
end $$;
