-- Why a log-in was refused, in one word, so that refused log-ins are counted from an index.

ALTER TABLE "radius"."auth_log" ADD COLUMN     "kind" TEXT;

-- Months before this one are not asked: what is shown is a day, the day before, and the same day a week ago. Without their indexes that
-- of the parent stays invalid where there are such months; no plan depends on it.
CREATE INDEX auth_log_rejects_idx ON ONLY radius.auth_log (isp_id, at, kind, nas_id, reseller_id, service_id, mac)
  WHERE response = 'Access-Reject';
DO $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'radius.auth_log'::regclass
      AND (c.relname = 'auth_log_default' OR c.relname >= to_char(now() AT TIME ZONE 'UTC', '"auth_log_y"YYYY"m"MM'))
  LOOP
    EXECUTE format('CREATE INDEX %I ON radius.%I (isp_id, at, kind, nas_id, reseller_id, service_id, mac)
      WHERE response = ''Access-Reject''', part || '_rejects_idx', part);
    EXECUTE format('ALTER INDEX radius.auth_log_rejects_idx ATTACH PARTITION radius.%I', part || '_rejects_idx');
  END LOOP;
END $$;
