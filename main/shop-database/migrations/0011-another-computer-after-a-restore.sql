-- A till that is behind after a restore has sent everything only if its journal is one that the dump knew. Another computer
-- under the same code has an empty journal, and what the earlier one did may never come: then an owner retires the till.

-- The chains of the journals that the last dump had of a till; null where it had none.
ALTER TABLE shop.till ADD COLUMN journals text[];

CREATE OR REPLACE FUNCTION shop.begin_epoch() RETURNS void LANGUAGE sql SET search_path = shop, pg_temp AS $$
  INSERT INTO restored SELECT s.id, s.epoch, r.kind, r.key, r.version, r.body, r.version
    FROM shop s JOIN register r ON r.shop = s.id;
  UPDATE shop SET restored_from = epoch, epoch = gen_random_uuid()::text, codes_from = 101 + 100 * floor(random() * 98)::int;
  -- Each may have done something that this server lacks (till_1.beat), also one that gets no login. No process of the dump
  -- speaks for its till any more.
  UPDATE till t SET instance = NULL,
    journals = CASE WHEN status @> '{"behind": true}' THEN journals
      ELSE (SELECT array_agg(s.chain) FROM stream s WHERE s.till = t.id AND s.kind = 'event') END,
    status = status || CASE WHEN state <> 'retired' AND heard_at IS NOT NULL THEN '{"behind": true}' ELSE '{}' END::jsonb;
$$;

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
      AND (p_status ->> 'caughtUp' IS DISTINCT FROM ours.epoch OR p_status ->> 'journal' <> ALL (t.journals))
      THEN '{"behind": true}' ELSE '{}' END::jsonb
    WHERE t.id = me.id;
  SELECT count(*) INTO active FROM till t
    WHERE t.shop = me.shop AND t.state = 'active' AND t.heard_at > now() - interval '2 minutes';
  WITH gone AS (DELETE FROM hint h WHERE h.till = me.id RETURNING invoice)
    SELECT coalesce(json_agg(invoice), '[]') INTO hints FROM gone;
  RETURN json_build_object('now', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'epoch', ours.epoch,
    'position', ours.position, 'active', active, 'budget', greatest(1, ours.budget / active), 'hints', hints);
END $$;
