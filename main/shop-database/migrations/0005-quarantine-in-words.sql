-- What of a till stands in quarantine and was not seen by a person, oldest first: which record, when and why. Bodies stay
-- here. A record that cannot be read is looked at as text; each event and row begins with its own fields.
CREATE FUNCTION shop.set_apart_of(p_till int, p_most int) RETURNS json LANGUAGE sql STABLE SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('id', q.id, 'at', (extract(epoch FROM q.at) * 1000)::bigint,
      'source', split_part(q.source, ' ', 1), 'position', substring(q.source from '^\w+ \w+ (\d{1,15})$')::bigint,
      'kind', q.kind, 'reason', q.reason, 'number', CASE WHEN q.kind = 'return' THEN q.key ELSE (
        SELECT c.body ->> 'number' FROM current c WHERE c.shop = q.shop AND c.kind = 'sale' AND c.key = q.key) END) ORDER BY q.id), '[]')
    FROM (SELECT *, substring(content from '"kind"\s*:\s*"([a-zA-Z-]{1,60})"') AS kind,
        substring(content from '"(?:subject|key)"\s*:\s*"([^"\\]{1,100})"') AS key
      FROM quarantine WHERE till = p_till AND seen_at IS NULL ORDER BY id LIMIT least(p_most, 500)) q
$$;

CREATE FUNCTION till_1.set_apart_of(p_fence int, p_code text, p_most int) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT set_apart_of(t.id, p_most) FROM me(p_fence) me JOIN till t ON t.shop = me.shop AND t.code = p_code
$$;

GRANT EXECUTE ON FUNCTION till_1.set_apart_of TO tugrik_till;
