-- A restore marks each till as `behind`: it may have done something that the restored server lacks. The mark stays until
-- the till says that it has sent everything again in the epoch after the restore.
CREATE OR REPLACE FUNCTION till_1.beat(p_fence int, p_status jsonb) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  ours shop;
  active int;
  hints json;
BEGIN
  IF octet_length(p_status::text) > 20000 THEN
    RAISE EXCEPTION 'the status is too large' USING ERRCODE = 'TG005';
  END IF;
  SELECT * INTO ours FROM shop s WHERE s.id = me.shop;
  UPDATE till t SET heard_at = now(), status = p_status - 'behind' || CASE WHEN t.status @> '{"behind": true}'
      AND p_status ->> 'caughtUp' IS DISTINCT FROM ours.epoch THEN '{"behind": true}' ELSE '{}' END::jsonb
    WHERE t.id = me.id;
  SELECT count(*) INTO active FROM till t
    WHERE t.shop = me.shop AND t.state = 'active' AND t.heard_at > now() - interval '2 minutes';
  WITH gone AS (DELETE FROM hint h WHERE h.till = me.id RETURNING invoice)
    SELECT coalesce(json_agg(invoice), '[]') INTO hints FROM gone;
  RETURN json_build_object('now', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'epoch', ours.epoch,
    'position', ours.position, 'active', active, 'budget', greatest(1, ours.budget / active), 'hints', hints);
END $$;
