-- No call reads a whole shop to answer with a page, a day or one sale of it.

-- Where PostgreSQL estimates badly how much a part of a query gives, it reads a whole table or index instead. So the parts below
-- that find few rows stand in LATERAL with OFFSET 0 or LIMIT: they are carried out as they are written. And functions that answer
-- with a page may not sort, so that they read along an index and stop at the end of the page. Without JIT, because PostgreSQL 17 and
-- older believe that a sort which cannot be left out is worth compiling then.

-- Takes all locks first, in the same order as a push. Otherwise a push could lock shop.event and wait for shop.current, while this
-- migration, minutes later, waits for shop.event: a deadlock, and PostgreSQL aborts one of the two.
LOCK TABLE shop.event, shop.quarantine, shop.current;

-- Sums by book and account, sales by till, returns by their sale, the trail of each till, and what waits in quarantine.
DROP INDEX shop.current_sum;
CREATE INDEX current_sum ON shop.current (shop, split_part(body ->> 'book', ' ', 1), (body ->> 'account'), split_part(body ->> 'book', ' ', 2))
  WHERE kind = 'sum';
CREATE INDEX current_sale_of_till ON shop.current (shop, till, ((body ->> 'openedAt')::bigint) DESC, key) WHERE kind = 'sale';
CREATE INDEX current_return ON shop.current (shop, (body -> 'sale' ->> 'id')) WHERE kind = 'return';
DROP INDEX shop.event_audit;
CREATE INDEX event_audit ON shop.event (stream, at DESC, seq DESC) WHERE starts_with(subject, 'audit ');
DROP INDEX shop.quarantine_unseen;
CREATE INDEX quarantine_unseen ON shop.quarantine (shop, id) WHERE seen_at IS NULL;
CREATE INDEX quarantine_unseen_of_till ON shop.quarantine (till, id) WHERE seen_at IS NULL;

-- The time of a shift, in ms. Without an end while it is open.
CREATE FUNCTION shop.open_time(p_body jsonb) RETURNS int8range LANGUAGE sql IMMUTABLE SET search_path = shop, pg_temp AS $$
  SELECT int8range(whole(p_body, 'openedAt'),
    CASE WHEN p_body ->> 'closedAt' IS NOT NULL THEN greatest(whole(p_body, 'openedAt'), whole(p_body, 'closedAt')) END, '[]')
$$;
CREATE INDEX current_shift ON shop.current USING gist (shop.open_time(body)) WHERE kind = 'shift';

-- The rows of a till whose own key begins so. In a database that compares the bytes of UTF-8, as the program creates it, they
-- stand together in the primary key. An administrator may have created another one.
CREATE FUNCTION shop.rows_of(p_till shop.till, p_kind text, p_prefix text) RETURNS SETOF shop.current LANGUAGE plpgsql STABLE
SET search_path = shop, pg_temp AS $$
DECLARE
  beginning text := p_till.code || ':' || p_prefix;
BEGIN
  IF (SELECT d.datlocprovider = 'c' AND d.datcollate IN ('C', 'POSIX') AND pg_encoding_to_char(d.encoding) = 'UTF8'
      FROM pg_database d WHERE d.datname = current_database()) THEN
    -- The upper bound is greater than any key of up to 1000 letters with this beginning.
    RETURN QUERY SELECT * FROM current c WHERE c.shop = p_till.shop AND c.kind = p_kind AND c.till = p_till.id
      AND c.key BETWEEN beginning AND beginning || repeat(chr(1114111), 1000) AND starts_with(c.key, beginning);
  ELSE
    RETURN QUERY SELECT * FROM current c WHERE c.shop = p_till.shop AND c.kind = p_kind AND c.till = p_till.id
      AND starts_with(c.key, beginning);
  END IF;
END $$;

-- The same as in 0002. Of each till only the rows that are asked for are read.
CREATE OR REPLACE FUNCTION till_1.rows(p_fence int, p_kind text, p_prefix text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', t.code, 'key', substr(c.key, length(t.code) + 2),
      'version', c.version, 'body', c.body) ORDER BY c.key), '[]')
    FROM me(p_fence) me JOIN till t ON t.shop = me.shop, LATERAL rows_of(t, p_kind, p_prefix) c
    WHERE p_kind <> 'sale'
$$;

-- The same as in 0002. The events of the push are looked up one by one.
CREATE OR REPLACE FUNCTION shop.senders_before(me shop.till, p_events json) RETURNS int[] LANGUAGE plpgsql STABLE
SET search_path = shop, pg_temp AS $$
DECLARE
  before int[];
BEGIN
  BEGIN
    SELECT array_agg(DISTINCT s.till) INTO before
      FROM json_to_recordset(p_events) AS p (subject text, seq text),
        LATERAL (SELECT e.stream FROM event e WHERE e.shop = me.shop AND e.subject = p.subject AND e.seq::text = p.seq OFFSET 0) e
      JOIN stream s ON s.id = e.stream AND s.kind = 'event' AND s.till <> me.id;
  EXCEPTION WHEN data_exception THEN
    RETURN NULL; -- the events are taken one by one
  END;
  IF EXISTS (SELECT FROM till t WHERE t.id = ANY (before) AND t.state <> 'retired') THEN
    RAISE EXCEPTION 'another till of the shop sent this journal' USING ERRCODE = 'TG006';
  END IF;
  RETURN before;
END $$;

-- The same as in 0014. The rows are looked up one by one.
CREATE OR REPLACE FUNCTION shop.take_rows(me shop.till, p_rows json, p_before int[]) RETURNS void LANGUAGE plpgsql
SET search_path = shop, pg_temp AS $$
DECLARE
  gone record;
BEGIN
  IF cardinality(p_before) > 0 THEN
    FOR gone IN SELECT t.id AS till, r.kind, t.code || ':' || r.key AS key
        FROM till t, json_to_recordset(p_rows) AS r (kind text, key text) WHERE t.id = ANY (p_before) AND r.kind <> 'sale' LOOP
      DELETE FROM current c WHERE c.shop = me.shop AND c.kind = gone.kind AND c.key = gone.key AND c.till = gone.till;
    END LOOP;
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
    DELETE FROM quarantine q WHERE q.till = me.id AND q.source LIKE 'row "%'
      AND q.source = ANY (ARRAY(SELECT row_source(r.value) FROM json_array_elements(p_rows) AS r));
  END IF;
END $$;

-- The same as in 0013. Events that are known are looked up one by one, and of the sums only those of the till.
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
    DELETE FROM current c WHERE c.shop = me.shop AND c.kind = 'sum' AND c.key = ANY (ARRAY(SELECT r.key FROM rows_of(me, 'sum', '') r));
    DELETE FROM quarantine q WHERE q.till = me.id AND q.source LIKE 'row "sum" %';
    UPDATE stream s SET rows = 1 WHERE s.till = me.id AND s.kind = 'event' AND s.id <> line.id AND s.rows > 1;
  END IF;
  BEGIN
    IF p_first = line.next THEN
      INSERT INTO event SELECT * FROM as_events(me.shop, line.id, p_first, p_events) ON CONFLICT DO NOTHING;
      GET DIAGNOSTICS taken = ROW_COUNT;
    ELSE
      SELECT count(*) INTO same FROM as_events(me.shop, line.id, p_first, p_events) p
        WHERE (SELECT is_same(p, e) FROM event e WHERE e.shop = p.shop AND e.subject = p.subject AND e.seq = p.seq);
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
  IF p_kind = 'event' AND taken > 0 AND is_elsewhere(me, line.id, p_first, p_first + size - 1) THEN
    RAISE EXCEPTION 'another shop has this journal, or a part of it' USING ERRCODE = 'TG006';
  END IF;
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

-- The same as in 0009. The changed rows are between two positions; of all after one PostgreSQL expects a third of the register.
CREATE OR REPLACE FUNCTION till_1.refill(p_fence int, p_from text, p_epoch text, p_rows json) RETURNS json LANGUAGE plpgsql
SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  ours shop;
  one json;
  begun bigint;
  answers jsonb := '[]';
BEGIN
  SELECT * INTO ours FROM shop s WHERE s.id = me.shop FOR NO KEY UPDATE;
  IF ours.epoch <> p_epoch THEN
    RETURN json_build_object('taken', 0, 'epoch', ours.epoch, 'answers', answers);
  END IF;
  begun := ours.position;
  FOR one IN SELECT * FROM json_array_elements(p_rows) LOOP
    ours.position := ours.position + 1;
    answers := answers || jsonb_build_array(refill_row(me, ours, p_from, one, ours.position));
  END LOOP;
  UPDATE shop s SET position = ours.position WHERE s.id = me.shop;
  RETURN json_build_object('taken', (SELECT count(*) FROM register r WHERE r.shop = me.shop AND r.position > begun
      AND r.position <= ours.position),
    'epoch', ours.epoch, 'answers', answers);
END $$;

-- The same as in 0002, along the index of the stream.
CREATE OR REPLACE FUNCTION till_1.own_events(p_fence int, p_kind text, p_chain text, p_first bigint) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('position', position, 'id', id, 'subject', subject, 'seq', seq, 'at', at,
      'kind', kind, 'version', version, 'body', body, 'command', command, 'actor', actor, 'shiftId', shift_id,
      'hash', encode(hash, 'hex')) ORDER BY position), '[]')
    FROM (SELECT e.* FROM me(p_fence) me JOIN stream s ON s.till = me.id AND s.kind = p_kind AND s.chain = p_chain,
      LATERAL (SELECT * FROM event e WHERE e.stream = s.id AND e.position >= p_first ORDER BY e.position LIMIT 500) e) e
$$;

-- The same as in 0002, along the index of what waits.
CREATE OR REPLACE FUNCTION till_1.quarantined(p_fence int) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('id', q.id, 'till', t.code, 'source', q.source, 'reason', q.reason,
      'content', q.content) ORDER BY q.id), '[]')
    FROM me(p_fence) me,
      LATERAL (SELECT * FROM quarantine q WHERE q.shop = me.shop AND q.seen_at IS NULL ORDER BY q.id LIMIT 200) q
      JOIN till t ON t.id = q.till
$$;

-- The same as in 0002: sales of all tills, newest first; of one till where a code is given.
CREATE OR REPLACE FUNCTION till_1.sales(p_fence int, p_till text, p_from bigint, p_before bigint, p_most int) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('till', t.code, 'id', found.key, 'version', found.version, 'body', found.body)
      ORDER BY (found.body ->> 'openedAt')::bigint DESC, found.key), '[]')
    FROM me(p_fence) me, LATERAL (
      (SELECT c.* FROM current c WHERE p_till IS NULL AND c.shop = me.shop AND c.kind = 'sale'
          AND (c.body ->> 'openedAt')::bigint >= p_from AND (c.body ->> 'openedAt')::bigint < p_before
        ORDER BY (c.body ->> 'openedAt')::bigint DESC, c.key LIMIT least(p_most, 500))
      UNION ALL
      (SELECT c.* FROM current c WHERE c.till = (SELECT id FROM till WHERE shop = me.shop AND code = p_till) AND c.shop = me.shop
          AND c.kind = 'sale' AND (c.body ->> 'openedAt')::bigint >= p_from AND (c.body ->> 'openedAt')::bigint < p_before
        ORDER BY (c.body ->> 'openedAt')::bigint DESC, c.key LIMIT least(p_most, 500))) found
      JOIN till t ON t.id = found.till
$$;

-- The same as in 0004: the audit trail of all tills, or of one, newest first.
CREATE OR REPLACE FUNCTION till_1.audit(p_fence int, p_till text, p_before json, p_most int) RETURNS json LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('till', code, 'seq', seq, 'at', at, 'body', body, 'sequence', (
        SELECT whole(c.body -> 'sale', 'sequence') FROM current c WHERE c.shop = found.shop AND c.kind = 'sale'
          AND c.key = (found.body::json) -> 'about' ->> 'saleId')) ORDER BY at DESC, code DESC, seq DESC), '[]')
    FROM (SELECT t.code, e.shop, e.seq, e.at, e.body
      FROM me(p_fence) me JOIN till t ON t.shop = me.shop AND t.code = coalesce(p_till, t.code)
        JOIN stream s ON s.till = t.id AND s.kind = 'audit',
        -- The trail of each till is read from its newest row on.
        LATERAL (SELECT * FROM event e WHERE e.stream = s.id AND starts_with(e.subject, 'audit ')
            AND e.at <= coalesce((p_before ->> 0)::bigint, 9223372036854775807)
            AND (p_before IS NULL OR (e.at, t.code, e.seq) < ((p_before ->> 0)::bigint, p_before ->> 1, (p_before ->> 2)::int))
          ORDER BY e.at DESC, e.seq DESC LIMIT least(p_most, 500)) e
      ORDER BY e.at DESC, t.code DESC, e.seq DESC LIMIT least(p_most, 500)) found
$$;

-- The same as in 0010. The sales are looked up by their names and by their invoices.
CREATE OR REPLACE FUNCTION shop.invoiced(p_shop int, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', t.code, 'id', c.key, 'version', c.version, 'body', c.body,
      'made', (SELECT coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'version', e.version, 'body', e.body) ORDER BY e.seq), '[]')
        FROM event e WHERE e.shop = p_shop AND e.subject = c.key AND e.kind = 'invoice-created')) ORDER BY c.key), '[]')
    FROM (SELECT key FROM (
          SELECT c.key FROM current c WHERE c.shop = p_shop AND c.kind = 'sale' AND c.body ->> 'number' = ANY (p_names)
          UNION
          SELECT c.key FROM current c WHERE c.shop = p_shop AND c.kind = 'sale' AND c.body ->> 'invoiceId' = ANY (p_names)
          UNION
          SELECT c.key FROM (SELECT DISTINCT e.subject FROM event e WHERE e.shop = p_shop AND e.kind = 'invoice-created'
              AND e.at >= p_from AND e.at < p_before) e,
            LATERAL (SELECT c.key FROM current c WHERE c.shop = p_shop AND c.kind = 'sale' AND c.key = e.subject OFFSET 0) c) named
        WHERE key > p_after ORDER BY key LIMIT least(p_most, 500)) found,
      LATERAL (SELECT * FROM current c WHERE c.shop = p_shop AND c.kind = 'sale' AND c.key = found.key OFFSET 0) c
      JOIN till t ON t.id = c.till
$$;

-- The same as in 0008. Sales, returns, shifts and sums are looked up by what is asked.
CREATE OR REPLACE FUNCTION shop.figures(p_shop int, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  WITH tills AS MATERIALIZED (
    SELECT * FROM (SELECT t.id, t.code, t.state, t.heard_at, t.status,
        EXISTS (SELECT FROM stream s WHERE s.till = t.id AND s.kind = 'event') AS sends
      FROM till t WHERE t.shop = p_shop AND t.code = coalesce(p_till, t.code)) t
    WHERE t.sends OR t.state = 'active'
  ), shifts AS MATERIALIZED (
    SELECT t.code, substr(c.key, length(t.code) + 2) AS id, c.till, c.body
      FROM (SELECT * FROM json_to_record(p_asked -> 'shifts') AS q ("from" bigint, before bigint) WHERE q."from" < q.before) q,
        LATERAL (SELECT * FROM current c WHERE c.shop = p_shop AND c.kind = 'shift'
          AND open_time(c.body) && int8range(q."from", q.before) AND whole(c.body, 'openedAt') < q.before
          AND (c.body ->> 'closedAt' IS NULL OR whole(c.body, 'closedAt') >= q."from") OFFSET 0) c
      JOIN tills t ON t.id = c.till
  ), sums AS (
    SELECT CASE WHEN q."each" THEN c.body ->> 'book' ELSE q.book || ' ' || q."from" END AS book, c.body
      FROM json_to_recordset(p_asked -> 'sums') AS q (book text, accounts text[], "from" text, "to" text, "each" boolean),
        LATERAL (SELECT DISTINCT unnest(q.accounts)) AS a (account),
        LATERAL (SELECT c.till, c.body FROM current c WHERE c.shop = p_shop AND c.kind = 'sum'
          AND split_part(c.body ->> 'book', ' ', 1) = q.book AND c.body ->> 'account' = a.account
          AND split_part(c.body ->> 'book', ' ', 2) BETWEEN q."from" AND q."to" OFFSET 0) c
      WHERE c.till IN (SELECT id FROM tills)
    UNION ALL
    SELECT c.body ->> 'book', c.body
      FROM json_to_record(p_asked -> 'shifts') AS q (accounts text[]), shifts s,
        LATERAL (SELECT DISTINCT unnest(q.accounts)) AS a (account),
        LATERAL (SELECT c.till, c.body FROM current c WHERE c.shop = p_shop AND c.kind = 'sum'
          AND split_part(c.body ->> 'book', ' ', 1) = 'shift' AND c.body ->> 'account' = a.account
          AND split_part(c.body ->> 'book', ' ', 2) = s.id OFFSET 0) c
      WHERE c.till = s.till
  ), returned AS (
    SELECT DISTINCT e.subject
      FROM json_to_record(p_asked -> 'moved') AS q ("from" bigint, before bigint),
        LATERAL (SELECT e.subject FROM event e WHERE e.shop = p_shop AND e.kind = 'return-completed'
          AND e.at >= q."from" AND e.at < q.before OFFSET 0) e
  ), moved AS (
    SELECT 'sale' AS kind, c.key
      FROM json_to_record(p_asked -> 'moved') AS q (opened bigint, "from" bigint, before bigint),
        LATERAL (SELECT c.key FROM current c WHERE c.shop = p_shop AND c.kind = 'sale'
          AND (c.body ->> 'openedAt')::bigint >= q.opened AND (c.body ->> 'openedAt')::bigint < q.before
          AND whole(c.body -> 'sale', 'soldAt') >= q."from" AND whole(c.body -> 'sale', 'soldAt') < q.before OFFSET 0) c
    UNION
    SELECT 'sale', subject FROM returned
    UNION
    -- A sale of another till whose goods came back at this one.
    SELECT 'return', c.key FROM returned r,
      LATERAL (SELECT c.key FROM current c WHERE c.shop = p_shop AND c.kind = 'return'
        AND c.body -> 'sale' ->> 'id' = r.subject OFFSET 0) c
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
      FROM moved m, LATERAL (SELECT c.till, c.body FROM current c WHERE c.shop = p_shop AND c.kind = m.kind AND c.key = m.key OFFSET 0) c
      WHERE c.till IN (SELECT id FROM tills)))
$$;

-- As before (0004, 0010), and as fast as for a till. With the rights of the login no index is used but by the shop, because its row
-- security comes before any condition that could tell of a row. So it is asked once whether the login reads the shop.
CREATE OR REPLACE FUNCTION report.figures(p_shop text, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT figures(s.id, p_till, p_asked) FROM shop s WHERE s.name = p_shop AND is_reader(s.id)
$$;

CREATE OR REPLACE FUNCTION report.invoiced(p_shop text, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT invoiced(s.id, p_from, p_before, p_after, p_names, p_most) FROM shop s WHERE s.name = p_shop AND is_reader(s.id)
$$;

GRANT EXECUTE ON FUNCTION shop.open_time TO tugrik_report;
