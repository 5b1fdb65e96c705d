-- After a restore from an older dump: each till gives back its rows, and they are merged field by field with what other
-- tills changed since the restore. No new till gets a code that was given since the dump.

-- The epoch before the last restore.
ALTER TABLE shop.shop ADD COLUMN restored_from text;
-- The first number of the codes for new tills.
ALTER TABLE shop.shop ADD COLUMN codes_from int NOT NULL DEFAULT 1;

-- For rows that tills of an earlier epoch may have changed: as they are in the dump, under that epoch, and as tills gave
-- them back, under the epoch and the word "given". Tills of an epoch between have the dump's in common with the server.
CREATE TABLE shop.restored (
  shop int NOT NULL REFERENCES shop.shop,
  epoch text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  version int NOT NULL,
  body jsonb,
  -- The server's own version at that time: later ones are of the new epoch.
  seen int NOT NULL,
  PRIMARY KEY (shop, epoch, kind, key)
);

-- To be called after any restore. Nobody knows which terminal codes were given since the dump, also in a restore that was
-- given up meanwhile. So new codes begin at another hundred by chance.
CREATE FUNCTION shop.begin_epoch() RETURNS void LANGUAGE sql SET search_path = shop, pg_temp AS $$
  INSERT INTO restored SELECT s.id, s.epoch, r.kind, r.key, r.version, r.body, r.version
    FROM shop s JOIN register r ON r.shop = s.id;
  UPDATE shop SET restored_from = epoch, epoch = gen_random_uuid()::text, codes_from = 101 + 100 * floor(random() * 98)::int;
  -- Each may have done something that this server lacks (till_1.beat), also one that gets no login. No process of the dump
  -- speaks for its till any more.
  UPDATE till SET instance = NULL,
    status = status || CASE WHEN state <> 'retired' AND heard_at IS NOT NULL THEN '{"behind": true}' ELSE '{}' END::jsonb;
$$;

-- One row that a till of the epoch `p_from` gives back. Null where the server has it so. Otherwise the answer is that of an
-- edit, and the till takes over its version and body: versions of two epochs cannot be compared.
CREATE FUNCTION shop.refill_row(me shop.till, ours shop.shop, p_from text, p_row json, p_position bigint) RETURNS jsonb
LANGUAGE plpgsql SET search_path = shop, pg_temp AS $$
DECLARE
  n record;
  had register;
  base restored;
  field text;
  mine jsonb;
  theirs jsonb;
  body jsonb;
  fields jsonb;
  conflicts jsonb := '[]';
  edit_id text;
BEGIN
  SELECT * INTO n FROM json_to_record(p_row) AS (kind text, key text, version int, body jsonb);
  SELECT * INTO had FROM register r WHERE r.shop = me.shop AND r.kind = n.kind AND r.key = n.key;
  had.version := coalesce(had.version, 0);
  IF n.version = had.version AND n.body IS NOT DISTINCT FROM had.body THEN RETURN NULL; END IF;
  -- The same conflict again, after an answer that was lost.
  edit_id := md5(concat_ws(' ', p_from, ours.epoch, n.kind, n.key, n.version));
  SELECT d.answer -> 'conflicts' INTO conflicts FROM edit d WHERE d.till = me.id AND d.id = edit_id;
  IF FOUND THEN
    RETURN jsonb_build_object('outcome', 'conflict', 'version', had.version, 'body', had.body, 'conflicts', conflicts);
  END IF;
  conflicts := '[]';
  SELECT * INTO base FROM restored b WHERE b.shop = me.shop AND b.kind = n.kind AND b.key = n.key
    AND b.epoch IN (p_from || ' given', p_from, ours.restored_from)
    ORDER BY b.epoch = p_from || ' given' DESC, b.epoch = p_from DESC LIMIT 1;
  IF p_from = ours.epoch THEN
    -- Set back without a new epoch: nobody knows from which version. The till's later one is taken.
    SELECT had.version, had.body, had.version INTO base.version, base.body, base.seen WHERE n.version <> had.version;
  END IF;
  body := had.body;
  fields := coalesce(had.fields, '{}');
  IF n.version > coalesce(base.version, 0) THEN
    IF (n.body IS NULL OR had.body IS NULL) AND n.body IS DISTINCT FROM had.body THEN
      IF had.version <= coalesce(base.seen, 0) THEN
        body := n.body;
        SELECT coalesce(jsonb_object_agg(f, greatest(had.version + 1, n.version)), '{}') INTO fields FROM jsonb_object_keys(body) f;
      ELSIF n.body IS DISTINCT FROM base.body THEN
        conflicts := jsonb_build_array(jsonb_build_object('field', null, 'theirs', had.body, 'mine', n.body));
      END IF;
    END IF;
    FOR field IN SELECT jsonb_object_keys(had.body || n.body) LOOP
      mine := n.body -> field;
      theirs := had.body -> field;
      CONTINUE WHEN mine IS NOT DISTINCT FROM theirs OR mine IS NOT DISTINCT FROM base.body -> field;
      -- A deactivated person stays so, whatever was changed since.
      IF coalesce((had.fields ->> field)::int, 0) > coalesce(base.seen, 0)
          AND NOT (n.kind = 'person' AND field = 'active' AND mine = 'false') THEN
        conflicts := conflicts || jsonb_build_object('field', field, 'theirs', theirs, 'mine', mine);
      ELSE
        body := CASE WHEN mine IS NULL THEN body - field ELSE jsonb_set(body, ARRAY[field], mine) END;
        fields := fields || jsonb_build_object(field, greatest(had.version + 1, n.version));
      END IF;
    END LOOP;
    IF body IS DISTINCT FROM had.body THEN
      had.version := greatest(had.version + 1, n.version);
      INSERT INTO register (shop, kind, key, version, body, fields, position, till)
        VALUES (me.shop, n.kind, n.key, had.version, body, fields, p_position, me.id)
        ON CONFLICT (shop, kind, key) DO UPDATE SET version = excluded.version, body = excluded.body,
          fields = excluded.fields, position = excluded.position, till = excluded.till, at = now();
    END IF;
    IF p_from <> ours.epoch THEN
      INSERT INTO restored VALUES (me.shop, p_from || ' given', n.kind, n.key, n.version, n.body, had.version)
        ON CONFLICT (shop, epoch, kind, key) DO UPDATE SET version = excluded.version, body = excluded.body, seen = excluded.seen;
    END IF;
  END IF;
  IF conflicts <> '[]' THEN
    INSERT INTO edit (till, id, answer) VALUES (me.id, edit_id, jsonb_build_object('conflicts', conflicts));
  ELSIF n.version = had.version AND n.body IS NOT DISTINCT FROM body THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('outcome', CASE conflicts WHEN '[]' THEN 'done' ELSE 'conflict' END,
    'version', had.version, 'body', body, 'conflicts', conflicts);
END $$;

-- Gives a restored server what a till knows. `p_from` is the epoch in which the till agreed on it. An answer for each row.
CREATE FUNCTION till_1.refill(p_fence int, p_from text, p_epoch text, p_rows json) RETURNS json LANGUAGE plpgsql
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
  RETURN json_build_object('taken', (SELECT count(*) FROM register r WHERE r.shop = me.shop AND r.position > begun),
    'epoch', ours.epoch, 'answers', answers);
END $$;

GRANT EXECUTE ON FUNCTION till_1.refill(int, text, text, json) TO tugrik_till;

-- Tills of the version before this do not tell the epoch, and read no answers.
CREATE OR REPLACE FUNCTION till_1.refill(p_fence int, p_epoch text, p_rows json) RETURNS json LANGUAGE plpgsql
SECURITY DEFINER SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
BEGIN
  RETURN till_1.refill(p_fence, (SELECT coalesce(s.restored_from, s.epoch) FROM shop s WHERE s.id = me.shop), p_epoch, p_rows);
END $$;

-- As before (0002), and also a till whose login a restored server does not have.
CREATE OR REPLACE FUNCTION till_1.retire(p_fence int, p_code text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  gone text;
BEGIN
  UPDATE till t SET state = 'retired' WHERE t.shop = me.shop AND t.code = p_code AND t.state <> 'retired'
    RETURNING t.role INTO gone;
  IF NOT FOUND THEN RETURN false; END IF;
  IF to_regrole(quote_ident(gone)) IS NOT NULL THEN EXECUTE format('REVOKE tugrik_till FROM %I', gone); END IF;
  RETURN true;
END $$;
