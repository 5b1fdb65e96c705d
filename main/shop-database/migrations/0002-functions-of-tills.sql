-- What a till may do: the functions of protocol 1. They run with the rights of the owner, so each first asks which till
-- calls (shop.me), and reads and writes only its shop. A later protocol gets a schema till_2; tills of protocol 1 go on with
-- this one until protocol 3 drops it.

-- The calling till, if it is paired and this process speaks for it. The session's role says which till it is.
CREATE FUNCTION shop.me(p_fence int) RETURNS shop.till LANGUAGE plpgsql STABLE SET search_path = shop, pg_temp AS $$
DECLARE
  me till;
BEGIN
  SELECT * INTO me FROM till WHERE role = session_user AND state = 'active';
  IF NOT FOUND THEN RAISE EXCEPTION 'this login is no till of a shop' USING ERRCODE = 'TG001'; END IF;
  IF me.fence <> p_fence THEN
    RAISE EXCEPTION 'another process speaks for this till' USING ERRCODE = 'TG002';
  END IF;
  RETURN me;
END $$;

-- The first act of a new till, once, before its code expires. The till changes its password in the same transaction.
CREATE FUNCTION till_1.join_shop(p_verifier text) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till;
BEGIN
  SELECT * INTO me FROM till WHERE role = session_user AND state = 'pairing' AND expires > now() FOR UPDATE;
  IF NOT FOUND OR p_verifier NOT LIKE 'SCRAM-SHA-256$%' THEN
    RAISE EXCEPTION 'the pairing code was used or has expired' USING ERRCODE = 'TG003';
  END IF;
  UPDATE till SET state = 'active', expires = NULL, verifier = p_verifier, sealed_pepper = NULL, instance = NULL,
    heard_at = NULL WHERE id = me.id;
  RETURN json_build_object('code', me.code, 'shop', (SELECT name FROM shop WHERE id = me.shop), 'pepper', me.sealed_pepper);
END $$;

-- A process begins to speak for its till. Another one that was heard of in the last 30 seconds is told as `twice`:
-- then this one gets no fence, unless a person lets it take over.
CREATE FUNCTION till_1.hello(p_instance text, p_mode text, p_take_over boolean) RETURNS json
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
      SELECT coalesce(json_agg(json_build_object('kind', s.kind, 'chain', s.chain, 'next', s.next, 'hash', s.hash)), '[]')
        FROM stream s WHERE s.till = me.id));
END $$;

-- An orderly end, so that the next process need not wait.
CREATE FUNCTION till_1.goodbye(p_fence int) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  UPDATE till SET instance = NULL WHERE id = (me(p_fence)).id;
$$;

-- Streams ------------------------------------------------------------------------------------------------------------

CREATE FUNCTION shop.as_events(p_shop int, p_stream int, p_first bigint, p_events json) RETURNS SETOF shop.event
LANGUAGE sql STABLE AS $$
  SELECT p_shop, subject, seq, p_stream, p_first + n - 1, id, at, kind, version, body, command, actor, shift, decode(hash, 'hex')
  FROM ROWS FROM (json_to_recordset(p_events) AS (id text, subject text, seq int, at bigint, kind text, version int,
    body text, command text, actor text, "shiftId" text, hash text)) WITH ORDINALITY
    AS t (id, subject, seq, at, kind, version, body, command, actor, shift, hash, n)
$$;

-- The same event, wherever it stands: a rescued journal has its events again in a new chain.
CREATE FUNCTION shop.is_same(a shop.event, b shop.event) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (a.id, a.at, a.kind, a.version, a.body, a.command, a.actor, a.shift_id)
    IS NOT DISTINCT FROM (b.id, b.at, b.kind, b.version, b.body, b.command, b.actor, b.shift_id)
$$;

CREATE FUNCTION shop.set_apart(me shop.till, p_source text, p_reason text, p_content text) RETURNS void LANGUAGE sql
SET search_path = shop, pg_temp AS $$
  INSERT INTO quarantine (shop, till, source, reason, content) VALUES (me.shop, me.id, left(p_source, 500), p_reason,
    CASE WHEN p_content !~* '(lottery|qr_?data)\\*"\s*:\s*\\*"' THEN left(p_content, 10000) END)
    ON CONFLICT (till, source) DO NOTHING
$$;

CREATE FUNCTION shop.take_event(me shop.till, line shop.stream, p_position bigint, p_event json) RETURNS text
LANGUAGE plpgsql SET search_path = shop, pg_temp AS $$
DECLARE
  pushed event;
  known event;
  reason text;
BEGIN
  BEGIN
    SELECT * INTO STRICT pushed FROM as_events(me.shop, line.id, p_position, json_build_array(p_event));
    SELECT * INTO known FROM event e WHERE e.shop = me.shop AND e.subject = pushed.subject AND e.seq = pushed.seq;
    IF known.shop IS NOT NULL THEN
      IF is_same(pushed, known) THEN RETURN 'known'; END IF;
      reason := 'differs';
    ELSIF p_position < line.next THEN
      reason := 'position-taken';
    ELSE
      INSERT INTO event SELECT (pushed).*;
      RETURN 'taken';
    END IF;
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
    GET STACKED DIAGNOSTICS reason = CONSTRAINT_NAME;
    reason := coalesce(nullif(reason, ''), SQLERRM);
  END;
  PERFORM set_apart(me, line.kind || ' ' || line.chain || ' ' || p_position, reason, p_event::text);
  RETURN 'apart';
END $$;

-- Null where it cannot be read. Each event is read alone, because another one may have what PostgreSQL does not read.
CREATE FUNCTION shop.hash_of_last(p_events json) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = shop, pg_temp AS $$
DECLARE
  last json;
BEGIN
  SELECT e INTO last FROM json_array_elements(p_events) WITH ORDINALITY AS t (e, n) ORDER BY n DESC LIMIT 1;
  RETURN left(last ->> 'hash', 64);
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;

-- Which other tills sent these events before: the journal came from them, by a new code or in a copied folder. Those that
-- are retired it replaces. Beside one that is not, its money would be counted twice.
CREATE FUNCTION shop.senders_before(me shop.till, p_events json) RETURNS int[] LANGUAGE plpgsql STABLE
SET search_path = shop, pg_temp AS $$
DECLARE
  before int[];
BEGIN
  BEGIN
    SELECT array_agg(DISTINCT s.till) INTO before
      FROM json_to_recordset(p_events) AS p (subject text, seq text)
      JOIN event e ON e.shop = me.shop AND e.subject = p.subject AND e.seq::text = p.seq
      JOIN stream s ON s.id = e.stream AND s.kind = 'event' AND s.till <> me.id;
  EXCEPTION WHEN data_exception THEN
    RETURN NULL; -- the events are taken one by one
  END;
  IF EXISTS (SELECT FROM till t WHERE t.id = ANY (before) AND t.state <> 'retired') THEN
    RAISE EXCEPTION 'another till of the shop sent this journal' USING ERRCODE = 'TG006';
  END IF;
  RETURN before;
END $$;

-- The version of a sum is the journal's position, which is lower after the journal was set back. So the process counts first.
-- Shifts and sums replace those of the tills that sent this journal before.
CREATE FUNCTION shop.take_rows(me shop.till, p_rows json, p_before int[]) RETURNS void LANGUAGE sql
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
        OR EXISTS (SELECT FROM till t WHERE t.id = c.till AND t.state = 'retired'))
$$;

-- Takes the events from position `first` on, and the rows that they add up to. `gap` names the position that is
-- expected instead. A batch is taken at once; only if something in it is known or wrong, event by event.
CREATE FUNCTION till_1.push(p_fence int, p_kind text, p_chain text, p_first bigint, p_events json, p_rows json)
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
BEGIN
  IF p_first < 1 OR size > 1000 THEN
    RAISE EXCEPTION 'a push has at most 1000 events from position 1 on' USING ERRCODE = 'TG005';
  END IF;
  SELECT * INTO line FROM stream s WHERE s.till = me.id AND s.kind = p_kind AND s.chain = p_chain FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO stream (till, kind, chain) VALUES (me.id, p_kind, p_chain) ON CONFLICT DO NOTHING;
    SELECT * INTO line FROM stream s WHERE s.till = me.id AND s.kind = p_kind AND s.chain = p_chain FOR NO KEY UPDATE;
    -- Another journal of the till is sent from its beginning, with all its sums: those that it lacks are of no journal.
    IF p_kind = 'event' THEN DELETE FROM current c WHERE c.till = me.id AND c.shop = me.shop AND c.kind = 'sum'; END IF;
  END IF;
  IF p_first > line.next THEN RETURN json_build_object('gap', true, 'next', line.next); END IF;
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
  RETURN json_build_object('gap', false, 'next', line.next, 'taken', taken, 'apart', apart);
END $$;

-- The till's own events from a position on, for a till whose journal was restored from a backup.
CREATE FUNCTION till_1.own_events(p_fence int, p_kind text, p_chain text, p_first bigint) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('position', position, 'id', id, 'subject', subject, 'seq', seq, 'at', at,
      'kind', kind, 'version', version, 'body', body, 'command', command, 'actor', actor, 'shiftId', shift_id,
      'hash', encode(hash, 'hex')) ORDER BY position), '[]')
  FROM (SELECT e.* FROM event e JOIN stream s ON s.id = e.stream
    WHERE s.till = (me(p_fence)).id AND s.kind = p_kind AND s.chain = p_chain AND e.position >= p_first
    ORDER BY e.position LIMIT 500) e
$$;

-- The register -------------------------------------------------------------------------------------------------------

-- One edit; the caller holds the shop's row. Fields that nobody changed since `base` are taken. Of the others the answer
-- has both values.
CREATE FUNCTION shop.edit_row(me shop.till, p_edit json, p_position bigint) RETURNS jsonb LANGUAGE plpgsql
SET search_path = shop, pg_temp AS $$
DECLARE
  e record;
  had register;
  field text;
  mine jsonb;
  theirs jsonb;
  body jsonb;
  changed jsonb := '{}';
  conflicts jsonb := '[]';
BEGIN
  SELECT * INTO e FROM json_to_record(p_edit) AS (kind text, key text, base int, set jsonb, unset jsonb, remove boolean);
  SELECT * INTO had FROM register r WHERE r.shop = me.shop AND r.kind = e.kind AND r.key = e.key;
  IF had.shop IS NULL THEN
    had.version := 0;
    had.fields := '{}';
  END IF;
  IF e.base IS NULL OR e.base NOT BETWEEN 0 AND had.version THEN
    RETURN jsonb_build_object('outcome', 'unknown-version', 'version', had.version);
  END IF;
  body := coalesce(had.body, '{}');
  IF e.remove AND had.body IS NULL THEN
    RETURN jsonb_build_object('outcome', 'done', 'version', had.version);
  ELSIF e.base < had.version AND (e.remove OR had.body IS NULL) THEN
    -- One removed the row and another changed it: a person decides.
    RETURN jsonb_build_object('outcome', 'conflict', 'version', had.version, 'body', had.body, 'conflicts',
      jsonb_build_array(jsonb_build_object('field', null, 'theirs', had.body, 'mine',
        CASE WHEN e.remove THEN NULL ELSE e.set END)));
  ELSIF e.remove THEN
    body := NULL;
  ELSE
    FOR field, mine IN SELECT * FROM jsonb_each(coalesce(e.set, '{}'))
        UNION ALL SELECT value, NULL FROM jsonb_array_elements_text(coalesce(e.unset, '[]')) LOOP
      theirs := body -> field;
      CONTINUE WHEN theirs IS NOT DISTINCT FROM mine;
      IF coalesce((had.fields ->> field)::int, 0) > e.base THEN
        conflicts := conflicts || jsonb_build_object('field', field, 'theirs', theirs, 'mine', mine);
      ELSE
        body := CASE WHEN mine IS NULL THEN body - field ELSE jsonb_set(body, ARRAY[field], mine) END;
        changed := changed || jsonb_build_object(field, had.version + 1);
      END IF;
    END LOOP;
  END IF;
  IF body IS DISTINCT FROM had.body THEN
    INSERT INTO register AS r (shop, kind, key, version, body, fields, position, till)
      VALUES (me.shop, e.kind, e.key, had.version + 1, body, had.fields || changed, p_position, me.id)
      ON CONFLICT (shop, kind, key) DO UPDATE SET version = excluded.version, body = excluded.body,
        fields = excluded.fields, position = excluded.position, till = excluded.till, at = now();
    had.version := had.version + 1;
  END IF;
  RETURN jsonb_build_object('outcome', CASE conflicts WHEN '[]' THEN 'done' ELSE 'conflict' END,
    'version', had.version, 'body', body, 'conflicts', conflicts);
END $$;

-- Edits of the register, each once by its id. The shop's row is locked first: edits of a shop are one after the other, and
-- nobody reads a position before all earlier ones are there.
CREATE FUNCTION till_1.edit(p_fence int, p_ids text[], p_edits json) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  ours shop;
  one json;
  n bigint;
  answer jsonb;
  answers jsonb := '[]';
BEGIN
  SELECT * INTO ours FROM shop s WHERE s.id = me.shop FOR NO KEY UPDATE;
  FOR one, n IN SELECT * FROM json_array_elements(p_edits) WITH ORDINALITY LOOP
    SELECT d.answer INTO answer FROM edit d WHERE d.till = me.id AND d.id = p_ids[n];
    IF NOT FOUND THEN
      BEGIN
        answer := edit_row(me, one, ours.position + 1) || jsonb_build_object('id', p_ids[n]);
        INSERT INTO edit (till, id, answer) VALUES (me.id, p_ids[n], answer);
        ours.position := ours.position + 1;
      EXCEPTION WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded THEN
        answer := jsonb_build_object('id', p_ids[n], 'outcome', 'refused', 'version', 0, 'reason', SQLERRM);
      END;
    END IF;
    answers := answers || answer;
  END LOOP;
  UPDATE shop s SET position = ours.position WHERE s.id = me.shop;
  PERFORM pg_notify('shop ' || ours.epoch, '');
  RETURN answers;
END $$;

-- The rows that changed after the cursor. With another epoch the cursor is from before a restore: the caller first
-- gives back what it knows (refill), and reads from the beginning.
CREATE FUNCTION till_1.pull(p_fence int, p_epoch text, p_cursor bigint, p_most int) RETURNS json LANGUAGE plpgsql
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
      FROM (SELECT * FROM register r WHERE r.shop = me.shop AND r.position > p_cursor
        ORDER BY r.position LIMIT least(p_most, 2000)) r));
END $$;

-- Gives a restored server the rows that it lost: those of which the till knows a later version.
CREATE FUNCTION till_1.refill(p_fence int, p_epoch text, p_rows json) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  ours shop;
  taken int;
BEGIN
  SELECT * INTO ours FROM shop s WHERE s.id = me.shop FOR NO KEY UPDATE;
  IF ours.epoch <> p_epoch THEN RETURN json_build_object('taken', 0, 'epoch', ours.epoch); END IF;
  INSERT INTO register AS r (shop, kind, key, version, body, fields, position, till)
    SELECT me.shop, n.kind, n.key, n.version, n.body, (
        SELECT coalesce(jsonb_object_agg(f, n.version), '{}') FROM jsonb_object_keys(n.body) f),
        ours.position + row_number() OVER (), me.id
      FROM json_to_recordset(p_rows) AS n (kind text, key text, version int, body jsonb)
      LEFT JOIN register had ON had.shop = me.shop AND had.kind = n.kind AND had.key = n.key
      WHERE n.version > coalesce(had.version, 0)
    ON CONFLICT (shop, kind, key) DO UPDATE SET version = excluded.version, body = excluded.body,
      fields = excluded.fields, position = excluded.position, till = excluded.till, at = now();
  GET DIAGNOSTICS taken = ROW_COUNT;
  UPDATE shop s SET position = ours.position + taken WHERE s.id = me.shop;
  RETURN json_build_object('taken', taken, 'epoch', ours.epoch);
END $$;

-- Claims -------------------------------------------------------------------------------------------------------------

CREATE FUNCTION shop.claim_as_json(me shop.till, p_kind text, p_key text) RETURNS json LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT json_build_object('kind', c.kind, 'key', c.key, 'state', c.state, 'fence', c.fence, 'holder', t.code,
      'isMine', c.till = me.id, 'body', c.body)
    FROM claim c JOIN till t ON t.id = c.till WHERE c.shop = me.shop AND c.kind = p_kind AND c.key = p_key
$$;

-- Puts up a parked cart for all tills, or its later state while nobody has taken it.
CREATE FUNCTION till_1.offer(p_fence int, p_key text, p_body jsonb) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
  INSERT INTO claim AS c (shop, kind, key, state, fence, till, body) VALUES (me.shop, 'cart', p_key, 'open', 1, me.id, p_body)
    ON CONFLICT (shop, kind, key) DO UPDATE SET body = excluded.body, at = now()
      WHERE c.till = me.id AND c.state = 'open';
  PERFORM pg_notify('shop ' || s.epoch, '') FROM shop s WHERE s.id = me.shop;
  RETURN claim_as_json(me, 'cart', p_key);
END $$;

-- Takes what is open, if nothing happened to it since the caller saw this fence; 0 for what nobody has claimed yet. A return
-- that is done can be taken for the next goods of its sale.
-- What a till holds can be taken from it when it was retired. A cart and a check also when it was silent for ten minutes;
-- a return not, because its money may have gone back meanwhile.
CREATE FUNCTION till_1.claim(p_fence int, p_kind text, p_key text, p_seen int) RETURNS json LANGUAGE plpgsql
SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
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

-- Ends a claim as done, or opens it for the next, with what the next should know.
CREATE FUNCTION till_1.settle(p_fence int, p_kind text, p_key text, p_claim int, p_state text, p_body jsonb) RETURNS json
LANGUAGE plpgsql SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
  UPDATE claim c SET state = p_state, fence = fence + 1, body = p_body, at = now()
    WHERE c.shop = me.shop AND c.kind = p_kind AND c.key = p_key AND c.till = me.id AND c.state = 'held'
      AND c.fence = p_claim AND p_state IN ('open', 'done');
  RETURN claim_as_json(me, p_kind, p_key);
END $$;

CREATE FUNCTION till_1.claims(p_fence int, p_kind text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(claim_as_json(me, c.kind, c.key) ORDER BY c.at), '[]')
    FROM me(p_fence) me JOIN claim c ON c.shop = me.shop WHERE c.kind = p_kind AND c.state <> 'done'
$$;

-- The fleet ----------------------------------------------------------------------------------------------------------

-- Says how the till is, and learns what it should know: the clock, its part of the request budget, invoices to check.
CREATE FUNCTION till_1.beat(p_fence int, p_status jsonb) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
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
  UPDATE till t SET heard_at = now(), status = p_status WHERE t.id = me.id;
  SELECT * INTO ours FROM shop s WHERE s.id = me.shop;
  SELECT count(*) INTO active FROM till t
    WHERE t.shop = me.shop AND t.state = 'active' AND t.heard_at > now() - interval '2 minutes';
  WITH gone AS (DELETE FROM hint h WHERE h.till = me.id RETURNING invoice)
    SELECT coalesce(json_agg(invoice), '[]') INTO hints FROM gone;
  RETURN json_build_object('now', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'epoch', ours.epoch,
    'position', ours.position, 'active', active, 'budget', greatest(1, ours.budget / active), 'hints', hints);
END $$;

-- A callback came for this invoice. The till that made it is told; all others where nobody knows whose it is.
CREATE FUNCTION till_1.hint(p_fence int, p_invoice text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  owner int := (SELECT c.till FROM current c WHERE c.shop = me.shop AND c.kind = 'sale' AND c.body ->> 'invoiceId' = p_invoice
    LIMIT 1);
BEGIN
  INSERT INTO hint (till, invoice) SELECT t.id, p_invoice FROM till t
    WHERE t.shop = me.shop AND t.state = 'active' AND t.id <> me.id AND t.id = coalesce(owner, t.id)
      AND (SELECT count(*) FROM hint h WHERE h.till = t.id) < 200
    ON CONFLICT DO NOTHING;
  PERFORM pg_notify('shop ' || s.epoch, '') FROM shop s WHERE s.id = me.shop;
END $$;

CREATE FUNCTION till_1.fleet(p_fence int) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT json_agg(json_build_object('code', t.code, 'state', t.state, 'isMe', t.id = me.id,
      'silentMs', (extract(epoch FROM now() - t.heard_at) * 1000)::bigint, 'status', t.status, 'quarantine',
      (SELECT count(*) FROM quarantine q WHERE q.till = t.id AND q.seen_at IS NULL)) ORDER BY t.code)
    FROM me(p_fence) me JOIN till t ON t.shop = me.shop
$$;

-- Takes all rights from a till of the shop at once, also from its open connections.
CREATE FUNCTION till_1.retire(p_fence int, p_code text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  gone text;
BEGIN
  UPDATE till t SET state = 'retired' WHERE t.shop = me.shop AND t.code = p_code AND t.state <> 'retired'
    RETURNING t.role INTO gone;
  IF NOT FOUND THEN RETURN false; END IF;
  EXECUTE format('REVOKE tugrik_till FROM %I', gone);
  RETURN true;
END $$;

CREATE FUNCTION till_1.quarantined(p_fence int) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('id', q.id, 'till', t.code, 'source', q.source, 'reason', q.reason,
      'content', q.content) ORDER BY q.id), '[]')
    FROM (SELECT q.* FROM me(p_fence) me JOIN quarantine q ON q.shop = me.shop WHERE q.seen_at IS NULL ORDER BY q.id LIMIT 200) q
    JOIN till t ON t.id = q.till
$$;

CREATE FUNCTION till_1.acknowledge(p_fence int, p_id bigint) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  UPDATE quarantine q SET seen_at = now() WHERE q.id = p_id AND q.shop = (me(p_fence)).shop
$$;

-- Sales of all tills, newest first; of one till where a code is given.
CREATE FUNCTION till_1.sales(p_fence int, p_till text, p_from bigint, p_before bigint, p_most int) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', found.code, 'id', found.key, 'version', found.version, 'body', found.body)
      ORDER BY found.opened DESC, found.key), '[]')
    FROM (SELECT c.key, c.version, c.body, t.code, (c.body ->> 'openedAt')::bigint AS opened
      FROM me(p_fence) me JOIN current c ON c.shop = me.shop JOIN till t ON t.id = c.till
      WHERE c.kind = 'sale' AND (c.body ->> 'openedAt')::bigint >= p_from AND (c.body ->> 'openedAt')::bigint < p_before
        AND t.code = coalesce(p_till, t.code)
      ORDER BY (c.body ->> 'openedAt')::bigint DESC, c.key LIMIT least(p_most, 500)) found
$$;

-- One sale of any till, by its id or its number.
CREATE FUNCTION till_1.sale(p_fence int, p_name text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT json_build_object('till', t.code, 'id', c.key, 'version', c.version, 'body', c.body)
    FROM me(p_fence) me JOIN current c ON c.shop = me.shop JOIN till t ON t.id = c.till
    WHERE c.kind = 'sale' AND (c.key = p_name OR c.body ->> 'number' = p_name) ORDER BY c.key = p_name DESC LIMIT 1
$$;

-- What a kind of row adds up to in each till, with the time of its last contact: for reports of the shop.
CREATE FUNCTION till_1.rows(p_fence int, p_kind text, p_prefix text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', t.code, 'key', substr(c.key, length(t.code) + 2),
      'version', c.version, 'body', c.body) ORDER BY c.key), '[]')
    FROM me(p_fence) me JOIN till t ON t.shop = me.shop JOIN current c ON c.shop = me.shop AND c.till = t.id
    WHERE c.kind = p_kind AND p_kind <> 'sale' AND starts_with(c.key, t.code || ':' || p_prefix)
$$;

GRANT USAGE ON SCHEMA till_1 TO tugrik_till;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA till_1 TO tugrik_till;
