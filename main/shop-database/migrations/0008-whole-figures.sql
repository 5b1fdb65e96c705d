-- The figures of all tills are whole, or say what they lack.

-- A till's sums are of one of its journals: the one that spoke last. `rows` is the position of that journal from which on the
-- rows are not here; 1 in the streams of its other journals, so that one that speaks again sends all its rows. The audit
-- trail has no rows: there it is as `next`. Of a till that had several streams before this it is not known which one spoke
-- last.
ALTER TABLE shop.stream ADD rows bigint NOT NULL DEFAULT 1;
UPDATE shop.stream s SET rows = next WHERE kind = 'audit'
  OR NOT EXISTS (SELECT FROM shop.stream o WHERE o.till = s.till AND o.kind = 'event' AND o.id <> s.id);

-- The key of a sum has a text that a person typed, of up to 500 letters: the reason of a return, a category.
ALTER TABLE shop.current DROP CONSTRAINT current_key_check, ADD CONSTRAINT current_key_check CHECK (length(key) BETWEEN 1 AND 1000);

-- A process begins to speak for its till. Another one that was heard of in the last 30 seconds is told as `twice`:
-- then this one gets no fence, unless a person lets it take over.
CREATE OR REPLACE FUNCTION till_1.hello(p_instance text, p_mode text, p_take_over boolean) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till;
  ours shop;
BEGIN
  SELECT * INTO me FROM till WHERE role = session_user AND state = 'active' FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM me(0); END IF;
  SELECT * INTO ours FROM shop WHERE id = me.shop;
  IF ours.mode <> p_mode THEN
    RAISE EXCEPTION 'this shop database is for the other mode' USING ERRCODE = 'TG004';
  END IF;
  IF me.instance <> p_instance AND me.heard_at > now() - interval '30 seconds' AND NOT p_take_over THEN
    RETURN json_build_object('twice', true);
  END IF;
  UPDATE till SET instance = p_instance, heard_at = now(),
      fence = fence + (instance IS DISTINCT FROM p_instance)::int
    WHERE id = me.id RETURNING * INTO me;
  RETURN json_build_object('twice', false, 'fence', me.fence, 'code', me.code, 'shop', ours.name,
    'epoch', ours.epoch, 'position', ours.position, 'streams', (
      SELECT coalesce(json_agg(json_build_object('kind', s.kind, 'chain', s.chain, 'next', s.next, 'hash', s.hash,
        'rows', s.rows) ORDER BY s.id), '[]')
        FROM stream s WHERE s.till = me.id));
END $$;

-- The name of a row in quarantine, the same for each version of the row: what the figures lack is there until a later version
-- can be taken. Read as text, because PostgreSQL may be unable to read the row; each row begins with its kind and key.
CREATE FUNCTION shop.row_source(p_row json) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  concat('row "', substring(p_row::text from '"kind"\s*:\s*"(\w{1,20})"'), '" ',
    md5(coalesce(substring(p_row::text from '"key"\s*:\s*"((?:[^"\\]|\\.)*)"'), p_row::text)));

-- The version of a sum is the journal's position, which is lower after the journal was set back. So the process counts first.
-- Shifts and sums replace those of the tills that sent this journal before.
CREATE OR REPLACE FUNCTION shop.take_rows(me shop.till, p_rows json, p_before int[]) RETURNS void LANGUAGE sql
SET search_path = shop, pg_temp AS $$
  DELETE FROM current c USING till t, json_to_recordset(p_rows) AS r (kind text, key text)
    WHERE t.id = ANY (p_before) AND c.shop = me.shop AND c.kind = r.kind AND r.kind <> 'sale' AND c.till = t.id
      AND c.key = t.code || ':' || r.key;
  INSERT INTO current AS c (shop, kind, key, till, version, body)
    SELECT DISTINCT ON (kind, key) me.shop, kind, CASE kind WHEN 'sale' THEN key ELSE me.code || ':' || key END,
        me.id, CASE kind WHEN 'sum' THEN me.fence::bigint * 4294967296 ELSE 0 END + version, body
      FROM json_to_recordset(p_rows) AS r (kind text, key text, version bigint, body jsonb)
      ORDER BY kind, key, version DESC
    ON CONFLICT (shop, kind, key) DO UPDATE SET till = excluded.till, version = excluded.version, body = excluded.body
      WHERE c.version <= excluded.version AND (c.till = excluded.till
        OR EXISTS (SELECT FROM till t WHERE t.id = c.till AND t.state = 'retired'));
  DELETE FROM quarantine q USING json_array_elements(p_rows) AS r
    WHERE q.till = me.id AND q.source LIKE 'row "%' AND q.source = row_source(r.value)
$$;

-- Takes the events from position `first` on, and the rows that they add up to. `gap` names the position that is
-- expected instead: the first one whose event or whose rows are not here. A batch is taken at once; only if something in it
-- is known or wrong, event by event.
CREATE OR REPLACE FUNCTION till_1.push(p_fence int, p_kind text, p_chain text, p_first bigint, p_events json, p_rows json)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  line stream;
  size int := json_array_length(p_events);
  taken int := 0;
  apart int := 0;
  same int := 0;
  one json;
  n bigint;
  outcome text;
  before int[];
  expected bigint;
BEGIN
  IF p_first < 1 OR size > 1000 THEN
    RAISE EXCEPTION 'a push has at most 1000 events from position 1 on' USING ERRCODE = 'TG005';
  END IF;
  SELECT * INTO line FROM stream s WHERE s.till = me.id AND s.kind = p_kind AND s.chain = p_chain FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO stream (till, kind, chain) VALUES (me.id, p_kind, p_chain) ON CONFLICT DO NOTHING;
    SELECT * INTO line FROM stream s WHERE s.till = me.id AND s.kind = p_kind AND s.chain = p_chain FOR NO KEY UPDATE;
  END IF;
  expected := least(line.next, line.rows);
  IF p_first > expected THEN RETURN json_build_object('gap', true, 'next', expected); END IF;
  IF p_kind = 'event' AND line.rows = 1 THEN
    -- Another journal of the till is sent from its beginning, with all its sums: those that it lacks are of no journal.
    DELETE FROM current c WHERE c.till = me.id AND c.shop = me.shop AND c.kind = 'sum';
    DELETE FROM quarantine q WHERE q.till = me.id AND q.source LIKE 'row "sum" %';
    UPDATE stream s SET rows = 1 WHERE s.till = me.id AND s.kind = 'event' AND s.id <> line.id AND s.rows > 1;
  END IF;
  BEGIN
    IF p_first = line.next THEN
      INSERT INTO event SELECT * FROM as_events(me.shop, line.id, p_first, p_events) ON CONFLICT DO NOTHING;
      GET DIAGNOSTICS taken = ROW_COUNT;
    ELSE
      SELECT count(*) INTO same FROM as_events(me.shop, line.id, p_first, p_events) p
        JOIN event e ON e.shop = p.shop AND e.subject = p.subject AND e.seq = p.seq WHERE is_same(p, e);
    END IF;
    IF taken + same <> size THEN RAISE EXCEPTION USING ERRCODE = 'TG000'; END IF;
  EXCEPTION WHEN SQLSTATE 'TG000' OR data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
    taken := 0;
    FOR one, n IN SELECT * FROM json_array_elements(p_events) WITH ORDINALITY LOOP
      outcome := take_event(me, line, p_first + n - 1, one);
      taken := taken + (outcome = 'taken')::int;
      apart := apart + (outcome = 'apart')::int;
    END LOOP;
  END;
  IF p_kind = 'event' AND taken < size THEN before := senders_before(me, p_events); END IF;
  IF p_first + size > expected THEN
    UPDATE stream SET next = greatest(next, p_first + size), rows = greatest(rows, p_first + size),
        hash = CASE WHEN p_first + size > next THEN hash_of_last(p_events) ELSE hash END
      WHERE id = line.id RETURNING * INTO line;
  END IF;
  BEGIN
    PERFORM take_rows(me, p_rows, before);
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
    FOR one IN SELECT * FROM json_array_elements(p_rows) LOOP
      BEGIN
        PERFORM take_rows(me, json_build_array(one), before);
      EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
        apart := apart + 1;
        PERFORM set_apart(me, row_source(one), SQLERRM, one::text);
      END;
    END LOOP;
  END;
  RETURN json_build_object('gap', false, 'next', line.next, 'taken', taken, 'apart', apart);
END $$;


-- All sales with this number. A till whose journal was set back and went on gave numbers twice.
CREATE FUNCTION till_1.sales_numbered(p_fence int, p_number text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', found.code, 'id', found.key, 'version', found.version, 'body', found.body)
      ORDER BY found.key), '[]')
    FROM (SELECT t.code, c.key, c.version, c.body
      FROM me(p_fence) me JOIN current c ON c.shop = me.shop JOIN till t ON t.id = c.till
      WHERE c.kind = 'sale' AND c.body ->> 'number' = p_number ORDER BY c.key LIMIT 50) found
$$;

GRANT EXECUTE ON FUNCTION till_1.sales_numbered TO tugrik_till;

-- How many rows of a till are in quarantine, whether or not a person has read them: its figures lack them. A report login
-- reads this number, and no more of quarantine.
CREATE FUNCTION shop.rows_apart(p_till int) RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT count(*)::int FROM quarantine q WHERE q.till = p_till AND q.source LIKE 'row "%'
    AND (is_reader(q.shop) OR EXISTS (SELECT FROM till t WHERE t.shop = q.shop AND t.role = session_user))
$$;

-- The figures of one till, or of all where its code is null, and how each till is. `asked` is
--   sums     [{book, accounts, from, to, each}]: the sums of these accounts in the books "day" or "none" of these days; with
--            `each` book by book, otherwise over all days
--   shifts   {from, before, accounts}: the shifts that were open in that time, in ms, with all their sums of these accounts
--   moved    {opened, from, before}: the sales that were opened since `opened` and sold in that time, or returned in it at any till
-- It runs with the rights of the caller: tills call it through till_1.figures, a report login through report.figures.
CREATE OR REPLACE FUNCTION shop.figures(p_shop int, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  WITH tills AS MATERIALIZED (
    SELECT * FROM (SELECT t.id, t.code, t.state, t.heard_at, t.status,
        EXISTS (SELECT FROM stream s WHERE s.till = t.id AND s.kind = 'event') AS sends
      FROM till t WHERE t.shop = p_shop AND t.code = coalesce(p_till, t.code)) t
    WHERE t.sends OR t.state = 'active'
  ), shifts AS MATERIALIZED (
    SELECT t.code, substr(c.key, length(t.code) + 2) AS id, c.till, c.body
      FROM json_to_record(p_asked -> 'shifts') AS q ("from" bigint, before bigint)
      JOIN current c ON c.shop = p_shop AND c.kind = 'shift' AND whole(c.body, 'openedAt') < q.before
        AND (c.body ->> 'closedAt' IS NULL OR whole(c.body, 'closedAt') >= q."from")
      JOIN tills t ON t.id = c.till
  ), sums AS (
    SELECT CASE WHEN q."each" THEN c.body ->> 'book' ELSE q.book || ' ' || q."from" END AS book, c.body
      FROM json_to_recordset(p_asked -> 'sums') AS q (book text, accounts text[], "from" text, "to" text, "each" boolean)
      JOIN current c ON c.shop = p_shop AND c.kind = 'sum' AND split_part(c.body ->> 'book', ' ', 2) BETWEEN q."from" AND q."to"
        AND split_part(c.body ->> 'book', ' ', 1) = q.book AND c.body ->> 'account' = ANY (q.accounts)
      WHERE c.till IN (SELECT id FROM tills)
    UNION ALL
    SELECT c.body ->> 'book', c.body
      FROM json_to_record(p_asked -> 'shifts') AS q (accounts text[])
      JOIN shifts s ON true
      JOIN current c ON c.shop = p_shop AND c.kind = 'sum' AND c.till = s.till AND split_part(c.body ->> 'book', ' ', 2) = s.id
        AND split_part(c.body ->> 'book', ' ', 1) = 'shift' AND c.body ->> 'account' = ANY (q.accounts)
  )
  SELECT json_build_object(
    'tills', (SELECT coalesce(json_agg(json_build_object('code', code, 'state', state, 'sends', sends, 'status', status,
        'silentMs', (extract(epoch FROM now() - heard_at) * 1000)::bigint, 'apart', rows_apart(id)) ORDER BY code), '[]') FROM tills),
    'sums', (SELECT coalesce(json_agg(json_build_array(account, book, key, times, lines, quantity, amount, vat, city_tax)), '[]')
      FROM (SELECT body ->> 'account' AS account, book, body ->> 'key' AS key,
          sum(whole(body, 'times')) AS times, sum(whole(body, 'lines')) AS lines,
          sum(whole(body, 'quantity')) AS quantity, sum(whole(body, 'amount')) AS amount,
          sum(whole(body, 'vat')) AS vat, sum(whole(body, 'cityTax')) AS city_tax
        FROM sums GROUP BY 1, 2, 3) added),
    'shifts', (SELECT coalesce(json_agg(json_build_object('till', code, 'body', body)), '[]') FROM shifts),
    'moved', (SELECT coalesce(json_agg(c.body -> 'sale'), '[]')
      FROM json_to_record(p_asked -> 'moved') AS q (opened bigint, "from" bigint, before bigint)
      JOIN current c ON c.shop = p_shop AND (c.kind = 'sale' AND (
        (c.body ->> 'openedAt')::bigint >= q.opened AND (c.body ->> 'openedAt')::bigint < q.before
          AND whole(c.body -> 'sale', 'soldAt') >= q."from" AND whole(c.body -> 'sale', 'soldAt') < q.before
        OR c.key IN (SELECT e.subject FROM event e WHERE e.shop = p_shop AND e.kind = 'return-completed'
          AND e.at >= q."from" AND e.at < q.before))
        -- A sale of another till whose goods came back at this one.
        OR c.kind = 'return' AND EXISTS (SELECT FROM event e WHERE e.shop = p_shop AND e.kind = 'return-completed'
          AND e.at >= q."from" AND e.at < q.before AND e.subject = c.body -> 'sale' ->> 'id'))
      WHERE c.till IN (SELECT id FROM tills)))
$$;


GRANT EXECUTE ON FUNCTION shop.rows_apart TO tugrik_report;
