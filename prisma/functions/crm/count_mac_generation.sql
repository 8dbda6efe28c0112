-- Counts the changes of the MAC address and its lock, so that a node knows whether the address it learnt at a log-in still counts.
create or replace function crm.count_mac_generation() returns trigger language plpgsql as $$
begin
  new.mac_generation := old.mac_generation + 1;
  return new;
end $$;
