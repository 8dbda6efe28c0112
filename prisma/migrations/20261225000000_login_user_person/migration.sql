-- Who uses a login, and how to reach them; null: not said.

alter table auth.login_user add column name text, add column mobile text, add column email text;
