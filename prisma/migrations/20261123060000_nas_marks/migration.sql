-- What else was noticed of a NAS, and when last.
ALTER TABLE radius.nas_heard
  ADD COLUMN interim_at timestamptz(3),
  ADD COLUMN unauthentic_at timestamptz(3),
  ADD COLUMN unsigned_at timestamptz(3),
  ADD COLUMN clock_ahead_s integer;
