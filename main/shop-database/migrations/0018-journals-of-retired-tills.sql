-- A till that continues the journal of a retired till may lack what that one sent later: its journal came from an older copy. Its sums
-- replace those of the retired till, so it is told of that till's events as of its own, and an owner fetches what is missing.

ALTER TABLE shop.till ADD continued_by int REFERENCES shop.till;

-- The streams of events that a till should have in its journal, each with the name under which it asks for it: its own, and those of
-- the retired tills whose journals it continues.
CREATE FUNCTION shop.streams_of(me shop.till, OUT line shop.stream, OUT name text) RETURNS SETOF record LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT s, s.chain FROM stream s WHERE s.till = me.id
  UNION ALL
  SELECT s, t.code || ' ' || s.chain FROM till t JOIN stream s ON s.till = t.id AND s.kind = 'event'
    WHERE t.shop = me.shop AND t.continued_by = me.id AND t.state = 'retired'
$$;

-- The same as in 0008, with the streams of retired tills.
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
      SELECT coalesce(json_agg(json_build_object('kind', (s.line).kind, 'chain', s.name, 'next', (s.line).next,
        'hash', (s.line).hash, 'rows', (s.line).rows) ORDER BY (s.line).id), '[]')
        FROM streams_of(me) s));
END $$;

-- The same as in 0016, also for those streams.
CREATE OR REPLACE FUNCTION till_1.own_events(p_fence int, p_kind text, p_chain text, p_first bigint) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('position', position, 'id', id, 'subject', subject, 'seq', seq, 'at', at,
      'kind', kind, 'version', version, 'body', body, 'command', command, 'actor', actor, 'shiftId', shift_id,
      'hash', encode(hash, 'hex')) ORDER BY position), '[]')
    FROM (SELECT e.* FROM me(p_fence) me, LATERAL streams_of(me) s,
      LATERAL (SELECT * FROM event e WHERE e.stream = (s.line).id AND e.position >= p_first ORDER BY e.position LIMIT 500) e
      WHERE (s.line).kind = p_kind AND s.name = p_chain) e
$$;

-- These tills that sent a journal, and all others that continued it before this one: their sums have the same money.
CREATE FUNCTION shop.all_senders(me shop.till, p_senders int[]) RETURNS int[] LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  WITH RECURSIVE sender (id) AS (
    SELECT unnest(p_senders)
    UNION
    SELECT o.id FROM sender s JOIN till t ON t.id = s.id JOIN till o ON o.id = t.continued_by OR o.continued_by = t.id
      WHERE o.id <> me.id
  )
  SELECT array_agg(id) FROM sender
$$;

-- The same as in 0016, and nothing of another till's sale or shift. It notes whose journal this till continues. Only one till does:
-- with two, its money would be counted twice.
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
  IF is_of_other(me, p_events) THEN
    RAISE EXCEPTION 'another till of the shop sent this journal' USING ERRCODE = 'TG006';
  END IF;
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
  IF p_kind = 'event' AND taken < size THEN
    before := senders_before(me, p_events);
    PERFORM FROM till t WHERE t.id = ANY (before) ORDER BY t.id FOR NO KEY UPDATE;
    before := all_senders(me, before);
    IF EXISTS (SELECT FROM till t WHERE t.id = ANY (before) AND t.state <> 'retired') THEN
      RAISE EXCEPTION 'another till of the shop continues this journal' USING ERRCODE = 'TG006';
    END IF;
    UPDATE till t SET continued_by = me.id WHERE t.id = ANY (before) AND t.continued_by IS DISTINCT FROM me.id;
  END IF;
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
