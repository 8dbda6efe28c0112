-- What identifies a bank reference, however it was typed: without blanks, punctuation, leading zeros and case. Null: it has no
-- digit, so it is a remark, or less than three characters, which identify nothing. Immutable, so that an index can have it:
-- letters are those of ASCII.
create or replace function crm.reference_key(reference text) returns text language sql immutable parallel safe as $$
  select case when reference ~ '[0-9]' then substring(
    ltrim(upper(regexp_replace(reference, '[\s!-/:-@\[-`{-~]+', '', 'g') collate "C"), '0') from '^.{3,}$') end
$$;
