-- A journal is of one shop of a database: in two, a report of the chain would count its money twice.

-- Whether another shop has the first of these events.
CREATE FUNCTION shop.is_elsewhere(me shop.till, p_events json) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = shop, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM shop s
    JOIN event e ON e.shop = s.id AND e.subject = p_events -> 0 ->> 'subject' AND e.seq::text = p_events -> 0 ->> 'seq'
    WHERE s.id <> me.shop);
EXCEPTION WHEN data_exception THEN
  RETURN false; -- the event goes into quarantine
END $$;

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
    IF p_kind = 'event' AND is_elsewhere(me, p_events) THEN
      RAISE EXCEPTION 'another shop has this journal' USING ERRCODE = 'TG006';
    END IF;
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
