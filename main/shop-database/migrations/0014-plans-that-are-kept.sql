-- A push stores its rows with plans that PostgreSQL keeps for the till's connection.

-- Does the same as in 0008. In plpgsql, because PostgreSQL plans the statements of an SQL function again at each call.
-- Skips the two deletions where there is nothing to delete, as in nearly every push: rows of tills that sent this journal
-- before, and rows in quarantine.
CREATE OR REPLACE FUNCTION shop.take_rows(me shop.till, p_rows json, p_before int[]) RETURNS void LANGUAGE plpgsql
SET search_path = shop, pg_temp AS $$
BEGIN
  IF cardinality(p_before) > 0 THEN
    DELETE FROM current c USING till t, json_to_recordset(p_rows) AS r (kind text, key text)
      WHERE t.id = ANY (p_before) AND c.shop = me.shop AND c.kind = r.kind AND r.kind <> 'sale' AND c.till = t.id
        AND c.key = t.code || ':' || r.key;
  END IF;
  INSERT INTO current AS c (shop, kind, key, till, version, body)
    SELECT DISTINCT ON (kind, key) me.shop, kind, CASE kind WHEN 'sale' THEN key ELSE me.code || ':' || key END,
        me.id, CASE kind WHEN 'sum' THEN me.fence::bigint * 4294967296 ELSE 0 END + version, body
      FROM json_to_recordset(p_rows) AS r (kind text, key text, version bigint, body jsonb)
      ORDER BY kind, key, version DESC
    ON CONFLICT (shop, kind, key) DO UPDATE SET till = excluded.till, version = excluded.version, body = excluded.body
      WHERE c.version <= excluded.version AND (c.till = excluded.till
        OR EXISTS (SELECT FROM till t WHERE t.id = c.till AND t.state = 'retired'));
  IF EXISTS (SELECT FROM quarantine q WHERE q.till = me.id AND q.source LIKE 'row "%') THEN
    DELETE FROM quarantine q USING json_array_elements(p_rows) AS r
      WHERE q.till = me.id AND q.source LIKE 'row "%' AND q.source = row_source(r.value);
  END IF;
END $$;
