-- What a second look at tills after a restore, and at journals of another shop, found.

-- A backup of another shop's till may be merged into a journal at any time. So the events of each push are looked at, and not
-- only the first one of a journal (0012).
CREATE INDEX event_opening ON shop.event (subject) WHERE seq = 1;
DROP FUNCTION shop.is_elsewhere(shop.till, json);

-- Whether another shop has the beginning of a sale or of a shift that stands in this stream at these positions.
CREATE FUNCTION shop.is_elsewhere(me shop.till, p_stream int, p_first bigint, p_last bigint) RETURNS boolean LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT EXISTS (SELECT FROM event mine JOIN event e ON e.subject = mine.subject AND e.seq = 1 AND e.id = mine.id AND e.shop <> me.shop
    WHERE mine.stream = p_stream AND mine.position BETWEEN p_first AND p_last AND mine.seq = 1)
$$;

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

-- A till that is behind has told what it did until `knownAt`, in ms: its last contact before the dump, or the oldest record that
-- waited then. `journals` of a till that had none in the dump is its login: a computer that joins in its place has another one.
CREATE OR REPLACE FUNCTION shop.begin_epoch() RETURNS void LANGUAGE sql SET search_path = shop, pg_temp AS $$
  INSERT INTO restored SELECT s.id, s.epoch, r.kind, r.key, r.version, r.body, r.version
    FROM shop s JOIN register r ON r.shop = s.id;
  UPDATE shop SET restored_from = epoch, epoch = gen_random_uuid()::text, codes_from = 101 + 100 * floor(random() * 98)::int;
  -- Each may have done something that this server lacks (till_1.beat), also one that gets no login. No process of the dump
  -- speaks for its till any more.
  UPDATE till t SET instance = NULL;
  UPDATE till t SET
      journals = coalesce((SELECT array_agg(s.chain) FROM stream s WHERE s.till = t.id AND s.kind = 'event'), ARRAY[t.role]),
      status = status || jsonb_build_object('behind', true, 'knownAt', (extract(epoch FROM heard_at) * 1000)::bigint
        - CASE WHEN whole(status, 'unsent') > 0 THEN whole(status, 'oldestUnsentMs') ELSE 0 END)
    WHERE state <> 'retired' AND heard_at IS NOT NULL AND NOT status @> '{"behind": true}';
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
  UPDATE till t SET heard_at = now(), status = p_status - 'behind' - 'knownAt' || CASE WHEN t.status @> '{"behind": true}'
      AND (p_status ->> 'caughtUp' IS DISTINCT FROM ours.epoch
        OR p_status ->> 'journal' <> ALL (t.journals) AND t.role <> ALL (t.journals))
      THEN jsonb_build_object('behind', true, 'knownAt', t.status -> 'knownAt') ELSE '{}' END
    WHERE t.id = me.id;
  SELECT count(*) INTO active FROM till t
    WHERE t.shop = me.shop AND t.state = 'active' AND t.heard_at > now() - interval '2 minutes';
  WITH gone AS (DELETE FROM hint h WHERE h.till = me.id RETURNING invoice)
    SELECT coalesce(json_agg(invoice), '[]') INTO hints FROM gone;
  RETURN json_build_object('now', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'epoch', ours.epoch,
    'position', ours.position, 'active', active, 'budget', greatest(1, ours.budget / active), 'hints', hints);
END $$;

-- The claim with which a till begins a return. It is refused while another till may know of one that the server lacks: whatever
-- the till saw before, the server may have been restored since.
CREATE FUNCTION till_1.claim_return(p_fence int, p_key text, p_seen int) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  behind text := (SELECT string_agg(t.code, ', ' ORDER BY t.code) FROM till t
    WHERE t.shop = me.shop AND t.id <> me.id AND t.state <> 'retired' AND t.status @> '{"behind": true}');
BEGIN
  IF behind IS NOT NULL THEN RAISE EXCEPTION '%', behind USING ERRCODE = 'TG007'; END IF;
  RETURN till_1.claim(p_fence, 'return', p_key, p_seen);
END $$;

GRANT EXECUTE ON FUNCTION till_1.claim_return TO tugrik_till;
