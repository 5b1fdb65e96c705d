-- No till stops the others, whatever rows it sends.

-- Takes all locks first, as 0016 does.
LOCK TABLE shop.event, shop.current, shop.register, shop.claim;

-- A text that is nested thousands of times deep can be stored, but no till can write it again. And a till reads numbers as
-- JavaScript does. The rows that are there stay: nothing of the program writes such ones.
CREATE FUNCTION shop.is_flat(p_body jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = shop, pg_temp AS $$
  SELECT NOT coalesce(jsonb_path_exists(p_body, 'strict $.**{32}'), false)
$$;
ALTER TABLE shop.register ADD CONSTRAINT depth CHECK (shop.is_flat(body)) NOT VALID;
ALTER TABLE shop.claim ADD CONSTRAINT depth CHECK (shop.is_flat(body)) NOT VALID;
ALTER TABLE shop.current ADD CONSTRAINT depth CHECK (shop.is_flat(body)) NOT VALID;
ALTER TABLE shop.event
  ADD CONSTRAINT depth CHECK (shop.is_flat(body::jsonb)) NOT VALID,
  ADD CONSTRAINT readable_time CHECK (at BETWEEN -9007199254740991 AND 9007199254740991) NOT VALID;

-- A version rises by one with each change. Beyond the numbers of PostgreSQL nobody could change the row any more.
ALTER TABLE shop.register ADD CONSTRAINT readable_version CHECK (version BETWEEN 0 AND 1000000000) NOT VALID;

-- Whether another till, which is not retired, began one of these sales or shifts. Only the till that made a sale writes it: an event
-- of another one would keep its till from sending the next. till_1.push refuses such events from 0018 on.
CREATE FUNCTION shop.is_of_other(me shop.till, p_events json) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = shop, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM (SELECT DISTINCT p.subject FROM json_to_recordset(p_events) AS p (subject text)) p,
      LATERAL (SELECT e.stream FROM event e WHERE e.shop = me.shop AND e.subject = p.subject ORDER BY e.seq LIMIT 1) e
    JOIN stream s ON s.id = e.stream AND s.kind = 'event' AND s.till <> me.id JOIN till t ON t.id = s.till AND t.state <> 'retired');
EXCEPTION WHEN data_exception THEN
  RETURN false; -- the events are taken one by one
END $$;

-- The same as in 0002, in answers of at most five megabytes.
CREATE OR REPLACE FUNCTION till_1.pull(p_fence int, p_epoch text, p_cursor bigint, p_most int) RETURNS json LANGUAGE plpgsql
STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  ours shop;
BEGIN
  SELECT * INTO ours FROM shop s WHERE s.id = me.shop;
  IF ours.epoch <> p_epoch OR p_cursor > ours.position THEN
    RETURN json_build_object('restored', true, 'epoch', ours.epoch, 'position', ours.position, 'rows', '[]'::json);
  END IF;
  RETURN json_build_object('restored', false, 'epoch', ours.epoch, 'position', ours.position, 'rows', (
    SELECT coalesce(json_agg(json_build_object('kind', kind, 'key', key, 'version', version, 'body', body,
        'position', position) ORDER BY position), '[]')
      FROM (SELECT *, sum(octet_length(body::text)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW) AS earlier
        FROM (SELECT * FROM register r WHERE r.shop = me.shop AND r.position > p_cursor
          ORDER BY r.position LIMIT least(p_most, 2000)) r) r
      WHERE coalesce(earlier, 0) < 4000000));
END $$;

-- All tills read again and again what is open. So what one till has there is limited.
CREATE INDEX claim_left_of_till ON shop.claim (till, kind) WHERE state <> 'done';
CREATE FUNCTION shop.refuse_too_much(me shop.till, p_kind text, p_key text, p_body jsonb) RETURNS void LANGUAGE plpgsql
STABLE SET search_path = shop, pg_temp AS $$
DECLARE
  times int;
  size bigint;
BEGIN
  SELECT count(*), coalesce(sum(octet_length(c.body::text)), 0) INTO times, size
    FROM claim c WHERE c.till = me.id AND c.kind = p_kind AND c.state <> 'done' AND c.key <> p_key;
  IF times >= 2000 OR size + octet_length(p_body::text) > 8000000 THEN
    RAISE EXCEPTION 'the till has too much open' USING ERRCODE = 'TG005';
  END IF;
END $$;

-- The same as in 0002, up to that limit.
CREATE OR REPLACE FUNCTION till_1.offer(p_fence int, p_key text, p_body jsonb) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
  PERFORM refuse_too_much(me, 'cart', p_key, p_body);
  INSERT INTO claim AS c (shop, kind, key, state, fence, till, body) VALUES (me.shop, 'cart', p_key, 'open', 1, me.id, p_body)
    ON CONFLICT (shop, kind, key) DO UPDATE SET body = excluded.body, at = now()
      WHERE c.till = me.id AND c.state = 'open';
  PERFORM pg_notify('shop ' || s.epoch, '') FROM shop s WHERE s.id = me.shop;
  RETURN claim_as_json(me, 'cart', p_key);
END $$;

CREATE OR REPLACE FUNCTION till_1.settle(p_fence int, p_kind text, p_key text, p_claim int, p_state text, p_body jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
  IF p_state = 'open' THEN PERFORM refuse_too_much(me, p_kind, p_key, p_body); END IF;
  UPDATE claim c SET state = p_state, fence = fence + 1, body = p_body, at = now()
    WHERE c.shop = me.shop AND c.kind = p_kind AND c.key = p_key AND c.till = me.id AND c.state = 'held'
      AND c.fence = p_claim AND p_state IN ('open', 'done');
  RETURN claim_as_json(me, p_kind, p_key);
END $$;

CREATE OR REPLACE FUNCTION till_1.claim(p_fence int, p_kind text, p_key text, p_seen int) RETURNS json LANGUAGE plpgsql
SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
  PERFORM refuse_too_much(me, p_kind, p_key, '{}');
  IF p_kind <> 'cart' AND p_seen = 0 THEN
    INSERT INTO claim (shop, kind, key, state, fence, till, body) VALUES (me.shop, p_kind, p_key, 'open', 0, me.id, '{}')
      ON CONFLICT DO NOTHING;
  END IF;
  UPDATE claim c SET state = 'held', till = me.id, fence = fence + 1, at = now()
    WHERE c.shop = me.shop AND c.kind = p_kind AND c.key = p_key AND c.fence = p_seen
      AND (c.state = 'open' OR p_kind = 'return' AND c.state = 'done'
        OR c.state = 'held' AND EXISTS (SELECT FROM till t WHERE t.id = c.till AND (t.state = 'retired'
        OR p_kind <> 'return' AND t.id <> me.id AND coalesce(t.heard_at < now() - interval '10 minutes', true))));
  RETURN claim_as_json(me, p_kind, p_key);
END $$;

-- The same as in 0016. Of guest sales only that of the number itself is asked for.
CREATE OR REPLACE FUNCTION till_1.rows(p_fence int, p_kind text, p_prefix text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', t.code, 'key', substr(c.key, length(t.code) + 2),
      'version', c.version, 'body', c.body) ORDER BY c.key), '[]')
    FROM me(p_fence) me JOIN till t ON t.shop = me.shop, LATERAL rows_of(t, p_kind, p_prefix) c
    WHERE p_kind <> 'sale' AND (p_kind <> 'return' OR c.key = t.code || ':' || p_prefix)
$$;

-- A figure of a sum. What no till can have sold counts as zero, as a text does, and what many rows add up to stays a number that a
-- till can read.
CREATE FUNCTION shop.figure(p_body jsonb, p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  CASE WHEN p_body -> p_name BETWEEN '-10000000000000' AND '10000000000000' THEN (p_body ->> p_name)::numeric::bigint ELSE 0 END;
CREATE FUNCTION shop.added(p_sum numeric) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  greatest(least(p_sum, 9007199254740991), -9007199254740991)::bigint;

-- The same as in 0016, with figures that each till can read.
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
      FROM (SELECT body ->> 'account' AS account, book, coalesce(body ->> 'key', '') AS key,
          added(sum(figure(body, 'times'))) AS times, added(sum(figure(body, 'lines'))) AS lines,
          added(sum(figure(body, 'quantity'))) AS quantity, added(sum(figure(body, 'amount'))) AS amount,
          added(sum(figure(body, 'vat'))) AS vat, added(sum(figure(body, 'cityTax'))) AS city_tax
        FROM sums GROUP BY 1, 2, 3) added),
    'shifts', (SELECT coalesce(json_agg(json_build_object('till', code, 'body', body)), '[]') FROM shifts),
    'moved', (SELECT coalesce(json_agg(c.body -> 'sale'), '[]')
      FROM moved m, LATERAL (SELECT c.till, c.body FROM current c WHERE c.shop = p_shop AND c.kind = m.kind AND c.key = m.key OFFSET 0) c
      WHERE c.till IN (SELECT id FROM tills)))
$$;
