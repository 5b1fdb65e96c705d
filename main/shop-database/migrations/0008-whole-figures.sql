-- The figures of all tills are whole, or say what they lack.

-- A till's sums are of one of its journals: the one that spoke last. `rows` is the position of that journal from which on the
-- rows are not here; 1 in the streams of its other journals, so that one that speaks again sends all its rows. Of a till
-- that had several streams before this it is not known which one spoke last.
ALTER TABLE shop.stream ADD rows bigint NOT NULL DEFAULT 1;
UPDATE shop.stream s SET rows = next WHERE kind = 'event'
  AND NOT EXISTS (SELECT FROM shop.stream o WHERE o.till = s.till AND o.kind = 'event' AND o.id <> s.id);

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
        'rows', CASE s.kind WHEN 'event' THEN s.rows ELSE s.next END) ORDER BY s.id), '[]')
        FROM stream s WHERE s.till = me.id));
END $$;

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
  expected := CASE p_kind WHEN 'event' THEN least(line.next, line.rows) ELSE line.next END;
  IF p_first > expected THEN RETURN json_build_object('gap', true, 'next', expected); END IF;
  IF p_kind = 'event' AND line.rows = 1 THEN
    -- Another journal of the till is sent from its beginning, with all its sums: those that it lacks are of no journal.
    DELETE FROM current c WHERE c.till = me.id AND c.shop = me.shop AND c.kind = 'sum';
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
  IF p_first + size > line.next THEN
    UPDATE stream SET next = p_first + size, hash = hash_of_last(p_events) WHERE id = line.id RETURNING * INTO line;
  END IF;
  BEGIN
    PERFORM take_rows(me, p_rows, before);
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
    FOR one IN SELECT * FROM json_array_elements(p_rows) LOOP
      BEGIN
        PERFORM take_rows(me, json_build_array(one), before);
      EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
        apart := apart + 1;
        PERFORM set_apart(me, 'row ' || md5(one::text), SQLERRM, one::text);
      END;
    END LOOP;
  END;
  UPDATE stream SET rows = p_first + size WHERE id = line.id AND p_kind = 'event' AND rows < p_first + size;
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
