-- The shop database (docs/many-tills.md): first the tables, then the functions by subject, at the end who may do what.
--
--     shop     the tables. Nobody but the owner has a right on them
--     till_1   what a till may do. A function runs with the rights of the owner, so it first asks which till calls (shop.me), and
--              reads and writes only the shop of that till
--     report   what a report login reads
--
-- Where PostgreSQL estimates badly how much a part of a query gives, it reads a whole table or index instead. So parts that find
-- few rows stand in LATERAL with OFFSET 0 or LIMIT: they are carried out as they are written. And functions that answer with a page
-- may not sort, so that they read along an index and stop at the end of the page. Without JIT, because PostgreSQL 17 and older believe
-- that a sort which cannot be left out is worth compiling then.

CREATE SCHEMA till_1;
CREATE SCHEMA report;
-- In PostgreSQL everybody may call a new function, unless this is said first.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Values of a body ---------------------------------------------------------------------------------------------------

CREATE FUNCTION shop.kind_of(body text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN (body::json) ->> 'kind';

-- A text that is nested thousands of times deep can be stored, but no till can write it again.
CREATE FUNCTION shop.is_flat(p_body jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = shop, pg_temp AS $$
  SELECT NOT coalesce(jsonb_path_exists(p_body, 'strict $.**{32}'), false)
$$;

-- A number that a till wrote. What is none counts as zero, so that no till makes the figures of the others unreadable.
CREATE FUNCTION shop.whole(p_body jsonb, p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  CASE WHEN p_body -> p_name BETWEEN '-9007199254740991' AND '9007199254740991' THEN (p_body ->> p_name)::numeric::bigint ELSE 0 END;

-- A figure of a sum. What no till can have sold counts as zero, as a text does, and what many rows add up to stays a number that a
-- till can read.
CREATE FUNCTION shop.figure(p_body jsonb, p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  CASE WHEN p_body -> p_name BETWEEN '-10000000000000' AND '10000000000000' THEN (p_body ->> p_name)::numeric::bigint ELSE 0 END;
CREATE FUNCTION shop.added(p_sum numeric) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  greatest(least(p_sum, 9007199254740991), -9007199254740991)::bigint;

-- The time of a shift, in ms. Without an end while it is open.
CREATE FUNCTION shop.open_time(p_body jsonb) RETURNS int8range LANGUAGE sql IMMUTABLE SET search_path = shop, pg_temp AS $$
  SELECT int8range(whole(p_body, 'openedAt'),
    CASE WHEN p_body ->> 'closedAt' IS NOT NULL THEN greatest(whole(p_body, 'openedAt'), whole(p_body, 'closedAt')) END, '[]')
$$;

-- Tables -------------------------------------------------------------------------------------------------------------
-- A till reads numbers as JavaScript does, so none is beyond 9007199254740991.

CREATE TABLE shop.shop (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '\S' AND length(name) <= 100),
  -- Sales of test mode never stand beside real ones.
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  -- Another one after each restore. It also names the channel of the hints, so that no other shop can guess it.
  epoch text NOT NULL DEFAULT gen_random_uuid()::text,
  -- The epoch before the last restore.
  restored_from text,
  -- Counts the changes of the register. Given out under the lock of this row, so that positions commit in their order.
  position bigint NOT NULL DEFAULT 0,
  -- Requests in a minute that the merchant's active tills share.
  budget int NOT NULL DEFAULT 600 CHECK (budget > 0),
  -- The first number of the codes for new tills.
  codes_from int NOT NULL DEFAULT 1
);

CREATE TABLE shop.till (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop int NOT NULL REFERENCES shop.shop,
  -- The terminal code. Never given out again: papers and Z numbers are known by it.
  code text NOT NULL CHECK (code ~ '^[A-Z0-9]{1,6}$'),
  role text NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('pairing', 'active', 'retired')),
  -- Until when its pairing code works.
  expires timestamptz,
  -- The SCRAM verifier of its password, so that a restored server knows its tills again.
  verifier text,
  -- The shop's pepper, encrypted with the secret of the pairing code, until the till has joined.
  sealed_pepper text,
  -- The process that speaks for the till, and the number that this process was given.
  instance text,
  fence int NOT NULL DEFAULT 0,
  heard_at timestamptz,
  status jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(status) = 'object'),
  -- The chains of the journals that the last dump had of the till, or its login if the dump had none; null before a restore.
  journals text[],
  -- The till that has the journal of this one, after this one was retired.
  continued_by int REFERENCES shop.till,
  UNIQUE (shop, code)
);

-- What a till recorded, in the journal's order: sales and shifts, and the audit trail. A till has one stream for each
-- journal that it ever had; the chain's id tells them apart.
CREATE TABLE shop.stream (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  till int NOT NULL REFERENCES shop.till,
  kind text NOT NULL CHECK (kind IN ('event', 'audit')),
  chain text NOT NULL CHECK (chain ~ '^[0-9a-f]{64}$'),
  -- The position that is expected next.
  next bigint NOT NULL DEFAULT 1,
  -- Of the one before it, also where that one stands in another stream or in quarantine.
  hash text,
  -- From which position on the rows are not here. A till's sums are of one of its journals, the one that spoke last. So it is 1 in the
  -- streams of its other journals, and one that speaks again sends all its rows. The audit trail has no rows: there it is as `next`.
  rows bigint NOT NULL DEFAULT 1,
  UNIQUE (till, kind, chain)
);

-- The journal's own envelope and the body as it was written, which its hash covers.
CREATE TABLE shop.event (
  shop int NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
  seq int NOT NULL CHECK (seq > 0),
  stream int NOT NULL REFERENCES shop.stream,
  position bigint NOT NULL CHECK (position > 0),
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
  at bigint NOT NULL,
  kind text NOT NULL,
  version int NOT NULL,
  body text NOT NULL,
  command text,
  actor text,
  shift_id text,
  hash bytea NOT NULL,
  PRIMARY KEY (shop, subject, seq),
  UNIQUE (stream, position),
  CONSTRAINT body_size CHECK (octet_length(body) <= 1000000),
  CONSTRAINT depth CHECK (shop.is_flat(body::jsonb)),
  -- Lottery numbers and QR data are for paper alone. Quarantine does not keep such a body either.
  CONSTRAINT seal CHECK (body !~* '"\w*(lottery|qr_?data)"\s*:\s*"'),
  CONSTRAINT body_kind CHECK (coalesce(shop.kind_of(body) = kind, false)),
  CONSTRAINT readable_time CHECK (at BETWEEN -9007199254740991 AND 9007199254740991)
);
CREATE INDEX event_at ON shop.event (shop, at) WHERE kind IN ('invoice-created', 'return-completed');
CREATE INDEX event_audit ON shop.event (stream, at DESC, seq DESC) WHERE starts_with(subject, 'audit ');
CREATE INDEX event_opening ON shop.event (subject) WHERE seq = 1;

-- What a till's events add up to, as the till itself says it: a row for each sale, shift, sum, and for each sale of another
-- till that goods came back of. Only keys of sales are the shop's; the others begin with the code of the till.
CREATE TABLE shop.current (
  shop int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'shift', 'sum', 'return')),
  -- That of a sum has a text that a person typed, of up to 500 letters: the reason of a return, a category.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 1000),
  till int NOT NULL REFERENCES shop.till,
  version bigint NOT NULL CHECK (version BETWEEN 0 AND 9007199254740991),
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object'),
  PRIMARY KEY (shop, kind, key),
  CONSTRAINT body_size CHECK (octet_length(body::text) <= 1000000),
  CONSTRAINT depth CHECK (shop.is_flat(body)),
  CONSTRAINT seal CHECK (body::text !~* '"\w*(lottery|qr_?data)"\s*:\s*"')
);
CREATE INDEX current_sale ON shop.current (shop, ((body ->> 'openedAt')::bigint) DESC, key) WHERE kind = 'sale';
CREATE INDEX current_sale_of_till ON shop.current (shop, till, ((body ->> 'openedAt')::bigint) DESC, key) WHERE kind = 'sale';
CREATE INDEX current_number ON shop.current (shop, (body ->> 'number')) WHERE kind = 'sale';
CREATE INDEX current_invoice ON shop.current (shop, (body ->> 'invoiceId')) WHERE kind = 'sale';
CREATE INDEX current_return ON shop.current (shop, (body -> 'sale' ->> 'id')) WHERE kind = 'return';
CREATE INDEX current_shift ON shop.current USING gist (shop.open_time(body)) WHERE kind = 'shift';
-- By book, account, and the day or shift of the book.
CREATE INDEX current_sum ON shop.current (shop, split_part(body ->> 'book', ' ', 1), (body ->> 'account'), split_part(body ->> 'book', ' ', 2))
  WHERE kind = 'sum';

-- What was pushed and cannot be taken. A person sees it; the stream goes on.
CREATE TABLE shop.quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop int NOT NULL,
  till int NOT NULL REFERENCES shop.till,
  -- Which position of which stream, or which row.
  source text NOT NULL,
  reason text NOT NULL,
  -- Null where it must not be kept.
  content text,
  at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  UNIQUE (till, source)
);
CREATE INDEX quarantine_unseen ON shop.quarantine (shop, id) WHERE seen_at IS NULL;
CREATE INDEX quarantine_unseen_of_till ON shop.quarantine (till, id) WHERE seen_at IS NULL;

-- Goods, people, settings of the shop. A body that is no object stands under the field "".
CREATE TABLE shop.register (
  shop int NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z]{1,20}$'),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  version int NOT NULL,
  -- Null where the row was removed.
  body jsonb CHECK (jsonb_typeof(body) = 'object'),
  -- Of each field the version in which it changed last.
  fields jsonb NOT NULL,
  position bigint NOT NULL,
  till int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop, kind, key),
  UNIQUE (shop, position),
  CONSTRAINT body_size CHECK (octet_length(body::text) <= 1000000),
  CONSTRAINT depth CHECK (shop.is_flat(body)),
  -- A version rises by one with each change. Beyond the numbers of PostgreSQL nobody could change the row any more.
  CONSTRAINT readable_version CHECK (version BETWEEN 0 AND 1000000000),
  -- The hash of a PIN comes only encrypted under the pepper of the shop's tills.
  CONSTRAINT pepper CHECK (kind <> 'person' OR NOT coalesce(jsonb_path_exists(body, 'strict $.**.hash'), false))
);
CREATE INDEX register_picture ON shop.register (shop, (body ->> 'picture')) WHERE kind = 'product' AND body ->> 'picture' IS NOT NULL;

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

-- Pictures of goods. A product's row has the name of its picture, and each picture has a name of its own for ever, so its bytes
-- are sent once and never change. The server keeps those that a product uses.
CREATE TABLE shop.picture (
  shop int NOT NULL REFERENCES shop.shop,
  name text NOT NULL CHECK (name ~ '^[A-Za-z0-9_-]{1,80}[.]jpg$'),
  till int NOT NULL REFERENCES shop.till,
  -- Many times a square as tills draw it.
  body bytea NOT NULL CHECK (octet_length(body) BETWEEN 1 AND 131072),
  PRIMARY KEY (shop, name)
);

-- The answers of edits, so that a repeated one changes nothing.
CREATE TABLE shop.edit (
  till int NOT NULL REFERENCES shop.till,
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
  answer jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (till, id)
);

-- Something that one till at a time may do. Each change of hands raises the fence.
CREATE TABLE shop.claim (
  shop int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cart', 'return')),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  state text NOT NULL CHECK (state IN ('open', 'held', 'done')),
  fence int NOT NULL,
  till int NOT NULL REFERENCES shop.till,
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object' AND octet_length(body::text) <= 1000000),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop, kind, key),
  CONSTRAINT depth CHECK (shop.is_flat(body))
);
CREATE INDEX claim_left ON shop.claim (shop, kind, at) WHERE state <> 'done';
CREATE INDEX claim_left_of_till ON shop.claim (till, kind) WHERE state <> 'done';

-- A callback of the payment service that came to another till.
CREATE TABLE shop.hint (
  till int NOT NULL REFERENCES shop.till,
  invoice text NOT NULL CHECK (length(invoice) BETWEEN 1 AND 100),
  PRIMARY KEY (till, invoice)
);

-- Which report login reads which shops.
CREATE TABLE shop.reader (
  role text NOT NULL,
  shop int NOT NULL REFERENCES shop.shop,
  PRIMARY KEY (role, shop)
);

-- Pairing, and the process of a till -----------------------------------------------------------------------------------

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

-- Of the migrations that ran, in order. A till asks this first, also before it joins, and goes no further if they are not those of its
-- own build.
CREATE FUNCTION till_1.fingerprints() RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT json_agg(fingerprint ORDER BY number) FROM migration
$$;

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

-- The streams of events that a till should have in its journal, each with the name under which it asks for it: its own, and those of
-- the retired tills whose journals it continues. Its journal may have come from an older copy, and its sums replace those of the retired
-- till. So it is told of that till's events as of its own, and an owner fetches what is missing.
CREATE FUNCTION shop.streams_of(me shop.till, OUT line shop.stream, OUT name text) RETURNS SETOF record LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT s, s.chain FROM stream s WHERE s.till = me.id
  UNION ALL
  SELECT s, t.code || ' ' || s.chain FROM till t JOIN stream s ON s.till = t.id AND s.kind = 'event'
    WHERE t.shop = me.shop AND t.continued_by = me.id AND t.state = 'retired'
$$;

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
      SELECT coalesce(json_agg(json_build_object('kind', (s.line).kind, 'chain', s.name, 'next', (s.line).next,
        'hash', (s.line).hash, 'rows', (s.line).rows) ORDER BY (s.line).id), '[]')
        FROM streams_of(me) s));
END $$;

-- An orderly end, so that the next process need not wait.
CREATE FUNCTION till_1.goodbye(p_fence int) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  UPDATE till SET instance = NULL WHERE id = (me(p_fence)).id;
$$;

-- Streams: events ----------------------------------------------------------------------------------------------------

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

-- Whether another till, which is not retired, began one of these sales or shifts. Only the till that made a sale writes it: an event
-- of another one would keep its till from sending the next.
CREATE FUNCTION shop.is_of_other(me shop.till, p_events json) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = shop, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM (SELECT DISTINCT p.subject FROM json_to_recordset(p_events) AS p (subject text)) p,
      LATERAL (SELECT e.stream FROM event e WHERE e.shop = me.shop AND e.subject = p.subject ORDER BY e.seq LIMIT 1) e
    JOIN stream s ON s.id = e.stream AND s.kind = 'event' AND s.till <> me.id JOIN till t ON t.id = s.till AND t.state <> 'retired');
EXCEPTION WHEN data_exception THEN
  RETURN false; -- the events are taken one by one
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

-- Whether another shop has the beginning of a sale or of a shift that stands in this stream at these positions. A journal is of one shop
-- of a database: in two, a report of the chain would count its money twice. The events of each push are looked at, because a backup of
-- another shop's till may be merged into a journal at any time.
CREATE FUNCTION shop.is_elsewhere(me shop.till, p_stream int, p_first bigint, p_last bigint) RETURNS boolean LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT EXISTS (SELECT FROM (SELECT m.subject, m.id, m.seq FROM event m
      WHERE m.stream = p_stream AND m.position BETWEEN p_first AND p_last OFFSET 0) mine,
    LATERAL (SELECT FROM event e WHERE e.subject = mine.subject AND e.seq = 1 AND e.id = mine.id AND e.shop <> me.shop LIMIT 1) other
    WHERE mine.seq = 1)
$$;

-- Streams: the rows that events add up to ----------------------------------------------------------------------------

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

-- The name of a row in quarantine, the same for each version of the row: what the figures lack is there until a later version
-- can be taken. Read as text, because PostgreSQL may be unable to read the row; each row begins with its kind and key.
CREATE FUNCTION shop.row_source(p_row json) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  concat('row "', substring(p_row::text from '"kind"\s*:\s*"(\w{1,20})"'), '" ',
    md5(coalesce(substring(p_row::text from '"key"\s*:\s*"((?:[^"\\]|\\.)*)"'), p_row::text)));

-- The version of a sum is the journal's position, which is lower after the journal was set back. So the process counts first.
-- Shifts and sums replace those of the tills that sent this journal before. In plpgsql, which keeps the plans of its statements for
-- the connection; the plans of an SQL function are made anew at each call.
CREATE FUNCTION shop.take_rows(me shop.till, p_rows json, p_before int[]) RETURNS void LANGUAGE plpgsql
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

-- Takes the events from position `first` on, and the rows that they add up to. `gap` names the position that is
-- expected instead: the first one whose event or whose rows are not here. A batch is taken at once; only if something in it
-- is known or wrong, event by event. It notes whose journal this till continues. Only one till does: with two, its money would be
-- counted twice.
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

-- The till's own events from a position on, for a till whose journal was restored from a backup.
CREATE FUNCTION till_1.own_events(p_fence int, p_kind text, p_chain text, p_first bigint) RETURNS json
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('position', position, 'id', id, 'subject', subject, 'seq', seq, 'at', at,
      'kind', kind, 'version', version, 'body', body, 'command', command, 'actor', actor, 'shiftId', shift_id,
      'hash', encode(hash, 'hex')) ORDER BY position), '[]')
    FROM (SELECT e.* FROM me(p_fence) me, LATERAL streams_of(me) s,
      LATERAL (SELECT * FROM event e WHERE e.stream = (s.line).id AND e.position >= p_first ORDER BY e.position LIMIT 500) e
      WHERE (s.line).kind = p_kind AND s.name = p_chain) e
$$;

-- The greatest Z number that this till sent under its code; 0 for none. A computer that takes the place of a till goes on after it, also
-- before its records are fetched. Only its own rows count: another till cannot raise it.
CREATE FUNCTION till_1.last_z(p_fence int) RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT coalesce(max(z), 0)::int FROM (
    SELECT CASE WHEN jsonb_typeof(c.body -> 'zNumber') = 'number' THEN (c.body ->> 'zNumber')::numeric END AS z
      FROM me(p_fence) me, LATERAL rows_of(me, 'shift', '') c WHERE c.body ->> 'terminal' = me.code) closed
    WHERE z BETWEEN 1 AND 999999999
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

-- The rows that changed after the cursor, in answers of at most five megabytes. With another epoch the cursor is from before a restore:
-- the caller first gives back what it knows (refill), and reads from the beginning.
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
      FROM (SELECT *, sum(octet_length(body::text)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW) AS earlier
        FROM (SELECT * FROM register r WHERE r.shop = me.shop AND r.position > p_cursor
          ORDER BY r.position LIMIT least(p_most, 2000)) r) r
      WHERE coalesce(earlier, 0) < 4000000));
END $$;

-- After a restore ----------------------------------------------------------------------------------------------------
-- Each till gives back its rows of the register, and they are merged field by field with what other tills changed since the restore. And
-- each till is `behind` until it has sent everything again: it may have done something that the restored server lacks.

-- To be called after any restore. Nobody knows which terminal codes were given since the dump, also in a restore that was
-- given up meanwhile. So new codes begin at another hundred by chance.
-- A till that is behind has told what it did until `knownAt`, in ms: its last contact before the dump, or the oldest record that
-- waited then. Its journal has to be one that the dump knew, because another computer under the same code has an empty one. In place
-- of a till that had none in the dump stands its login.
CREATE FUNCTION shop.begin_epoch() RETURNS void LANGUAGE sql SET search_path = shop, pg_temp AS $$
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
-- The changed rows are between two positions; of all after one PostgreSQL expects a third of the register.
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
  RETURN json_build_object('taken', (SELECT count(*) FROM register r WHERE r.shop = me.shop AND r.position > begun
      AND r.position <= ours.position),
    'epoch', ours.epoch, 'answers', answers);
END $$;

-- Pictures of goods --------------------------------------------------------------------------------------------------

CREATE FUNCTION shop.is_pictured(p_shop int, p_name text) RETURNS boolean LANGUAGE sql STABLE SET search_path = shop, pg_temp AS $$
  SELECT EXISTS (SELECT FROM register r WHERE r.shop = p_shop AND r.kind = 'product' AND r.body ->> 'picture' = p_name)
$$;

-- A picture goes with the last product that uses it.
CREATE FUNCTION shop.drop_picture() RETURNS trigger LANGUAGE plpgsql SET search_path = shop, pg_temp AS $$
BEGIN
  DELETE FROM picture p WHERE p.shop = OLD.shop AND p.name = OLD.body ->> 'picture' AND NOT is_pictured(p.shop, p.name);
  RETURN NULL;
END $$;
CREATE TRIGGER picture AFTER UPDATE ON shop.register FOR EACH ROW
  WHEN (OLD.kind = 'product' AND OLD.body ->> 'picture' IS NOT NULL
    AND OLD.body ->> 'picture' IS DISTINCT FROM NEW.body ->> 'picture')
  EXECUTE FUNCTION shop.drop_picture();

-- Which of these pictures are here, and which are missing although a product uses them.
CREATE FUNCTION till_1.pictures(p_fence int, p_names text[]) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT json_build_object(
    'there', coalesce(json_agg(n.name) FILTER (WHERE n.there), '[]'),
    'wanted', coalesce(json_agg(n.name) FILTER (WHERE NOT n.there AND is_pictured(n.shop, n.name)), '[]'))
    FROM (SELECT me.shop, name, EXISTS (SELECT FROM picture p WHERE p.shop = me.shop AND p.name = names.name) AS there
      FROM me(p_fence) me, unnest(p_names[1:500]) AS names (name)) n
$$;

-- In base64; null where it is not here.
CREATE FUNCTION till_1.picture(p_fence int, p_name text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT encode(p.body, 'base64') FROM me(p_fence) me JOIN picture p ON p.shop = me.shop AND p.name = p_name
$$;

-- Takes a picture that a product uses and that is missing. Edits of the register wait meanwhile, so that none stays whose last
-- product has gone.
CREATE FUNCTION till_1.give_picture(p_fence int, p_name text, p_body text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
DECLARE
  me till := me(p_fence);
  bytes bytea := decode(p_body, 'base64');
BEGIN
  PERFORM FROM shop s WHERE s.id = me.shop FOR SHARE;
  IF NOT is_pictured(me.shop, p_name) THEN RETURN false; END IF;
  INSERT INTO picture (shop, name, till, body) VALUES (me.shop, p_name, me.id, bytes) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

-- Claims -------------------------------------------------------------------------------------------------------------

CREATE FUNCTION shop.claim_as_json(me shop.till, p_kind text, p_key text) RETURNS json LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT json_build_object('kind', c.kind, 'key', c.key, 'state', c.state, 'fence', c.fence, 'holder', t.code,
      'isMine', c.till = me.id, 'body', c.body)
    FROM claim c JOIN till t ON t.id = c.till WHERE c.shop = me.shop AND c.kind = p_kind AND c.key = p_key
$$;

-- All tills read again and again what is open. So what one till has there is limited.
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

-- Puts up a parked cart for all tills, or its later state while nobody has taken it.
CREATE FUNCTION till_1.offer(p_fence int, p_key text, p_body jsonb) RETURNS json LANGUAGE plpgsql SECURITY DEFINER
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

-- Takes what is open, if nothing happened to it since the caller saw this fence; 0 for what nobody has claimed yet. A return
-- that is done can be taken for the next goods of its sale.
-- What a till holds can be taken from it when it was retired. A cart also when it was silent for ten minutes;
-- a return not, because its money may have gone back meanwhile.
CREATE FUNCTION till_1.claim(p_fence int, p_kind text, p_key text, p_seen int) RETURNS json LANGUAGE plpgsql
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

-- Ends a claim as done, or opens it for the next, with what the next should know.
CREATE FUNCTION till_1.settle(p_fence int, p_kind text, p_key text, p_claim int, p_state text, p_body jsonb) RETURNS json
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

CREATE FUNCTION till_1.claims(p_fence int, p_kind text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(claim_as_json(me, c.kind, c.key) ORDER BY c.at), '[]')
    FROM me(p_fence) me JOIN claim c ON c.shop = me.shop WHERE c.kind = p_kind AND c.state <> 'done'
$$;

-- The fleet ----------------------------------------------------------------------------------------------------------

-- Says how the till is, and learns what it should know: the clock, its part of the request budget, invoices to check. A till that is
-- behind stays so until it says that it has sent everything again in this epoch, from a journal that the dump knew.
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

-- Takes all rights from a till of the shop at once, also from its open connections. A restored server may not have its login.
CREATE FUNCTION till_1.retire(p_fence int, p_code text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
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

-- Quarantine ---------------------------------------------------------------------------------------------------------

CREATE FUNCTION till_1.quarantined(p_fence int) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp SET enable_sort = off SET jit = off AS $$
  SELECT coalesce(json_agg(json_build_object('id', q.id, 'till', t.code, 'source', q.source, 'reason', q.reason,
      'content', q.content) ORDER BY q.id), '[]')
    FROM me(p_fence) me,
      LATERAL (SELECT * FROM quarantine q WHERE q.shop = me.shop AND q.seen_at IS NULL ORDER BY q.id LIMIT 200) q
      JOIN till t ON t.id = q.till
$$;

CREATE FUNCTION till_1.acknowledge(p_fence int, p_id bigint) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  UPDATE quarantine q SET seen_at = now() WHERE q.id = p_id AND q.shop = (me(p_fence)).shop
$$;

-- What of a till stands in quarantine and was not seen by a person, oldest first: which record, when and why. Bodies stay
-- here. A record that cannot be read is looked at as text; each event and row begins with its own fields.
CREATE FUNCTION shop.set_apart_of(p_till int, p_most int) RETURNS json LANGUAGE sql STABLE SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('id', q.id, 'at', (extract(epoch FROM q.at) * 1000)::bigint,
      'source', split_part(q.source, ' ', 1), 'position', substring(q.source from '^\w+ \w+ (\d{1,15})$')::bigint,
      'kind', q.kind, 'reason', q.reason, 'number', CASE WHEN q.kind = 'return' THEN q.key ELSE (
        SELECT c.body ->> 'number' FROM current c WHERE c.shop = q.shop AND c.kind = 'sale' AND c.key = q.key) END) ORDER BY q.id), '[]')
    FROM (SELECT *, substring(content from '"kind"\s*:\s*"([a-zA-Z-]{1,60})"') AS kind,
        substring(content from '"(?:subject|key)"\s*:\s*"([^"\\]{1,100})"') AS key
      FROM quarantine WHERE till = p_till AND seen_at IS NULL ORDER BY id LIMIT least(p_most, 500)) q
$$;

CREATE FUNCTION till_1.set_apart_of(p_fence int, p_code text, p_most int) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT set_apart_of(t.id, p_most) FROM me(p_fence) me JOIN till t ON t.shop = me.shop AND t.code = p_code
$$;

-- Sales of all tills -------------------------------------------------------------------------------------------------

-- Newest first; of one till where a code is given.
CREATE FUNCTION till_1.sales(p_fence int, p_till text, p_from bigint, p_before bigint, p_most int) RETURNS json
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

-- One sale of any till, by its id or its number.
CREATE FUNCTION till_1.sale(p_fence int, p_name text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT json_build_object('till', t.code, 'id', c.key, 'version', c.version, 'body', c.body)
    FROM me(p_fence) me JOIN current c ON c.shop = me.shop JOIN till t ON t.id = c.till
    WHERE c.kind = 'sale' AND (c.key = p_name OR c.body ->> 'number' = p_name) ORDER BY c.key = p_name DESC LIMIT 1
$$;

-- All sales with this number. A till whose journal was set back and went on gave numbers twice.
CREATE FUNCTION till_1.sales_numbered(p_fence int, p_number text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', found.code, 'id', found.key, 'version', found.version, 'body', found.body)
      ORDER BY found.key), '[]')
    FROM (SELECT t.code, c.key, c.version, c.body
      FROM me(p_fence) me JOIN current c ON c.shop = me.shop JOIN till t ON t.id = c.till
      WHERE c.kind = 'sale' AND c.body ->> 'number' = p_number ORDER BY c.key LIMIT 50) found
$$;

-- The events of one sale of any till, in order.
CREATE FUNCTION till_1.sale_events(p_fence int, p_sale text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'version', e.version, 'body', e.body,
      'command', e.command) ORDER BY e.seq), '[]')
    FROM me(p_fence) me JOIN event e ON e.shop = me.shop AND e.subject = p_sale
    JOIN stream s ON s.id = e.stream AND s.kind = 'event'
$$;

-- What a kind of row adds up to in each till, by the key that the till gave it. Of guest sales only that of the number itself is asked
-- for.
CREATE FUNCTION till_1.rows(p_fence int, p_kind text, p_prefix text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', t.code, 'key', substr(c.key, length(t.code) + 2),
      'version', c.version, 'body', c.body) ORDER BY c.key), '[]')
    FROM me(p_fence) me JOIN till t ON t.shop = me.shop, LATERAL rows_of(t, p_kind, p_prefix) c
    WHERE p_kind <> 'sale' AND (p_kind <> 'return' OR c.key = t.code || ':' || p_prefix)
$$;

-- What an owner asks about all tills ---------------------------------------------------------------------------------
-- The tills computed the figures; here they are only added and picked out. shop.figures and shop.invoiced run with the rights of the
-- caller: tills call them through till_1, a report login through report.

CREATE FUNCTION shop.is_reader(p_shop int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT EXISTS (SELECT FROM reader r WHERE r.role = session_user AND r.shop = p_shop)
$$;

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
CREATE FUNCTION shop.figures(p_shop int, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE
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

CREATE FUNCTION till_1.figures(p_fence int, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT figures((me(p_fence)).shop, p_till, p_asked)
$$;

-- Sales of a shop whose last invoice was made in that time, in the order of their ids after `p_after`; or those of these
-- numbers and invoices. Each with the times at which its invoices were made.
CREATE FUNCTION shop.invoiced(p_shop int, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
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

CREATE FUNCTION till_1.invoiced(p_fence int, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT invoiced((me(p_fence)).shop, p_from, p_before, p_after, p_names, p_most)
$$;

-- The audit trail of all tills, or of one, newest first, with the number of the sale that a row is about. `before` is
-- [at, till, seq] of the last row that the caller has.
CREATE FUNCTION till_1.audit(p_fence int, p_till text, p_before json, p_most int) RETURNS json LANGUAGE sql STABLE
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

-- Reports ------------------------------------------------------------------------------------------------------------
-- Views of the shops that the login may read. They run with the reader's rights, and row security limits the tables below them.

ALTER TABLE shop.shop ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.till ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.current ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.event ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop.stream ENABLE ROW LEVEL SECURITY;
CREATE POLICY reader ON shop.shop FOR SELECT TO tugrik_report USING (shop.is_reader(id));
CREATE POLICY reader ON shop.till FOR SELECT TO tugrik_report USING (shop.is_reader(shop));
CREATE POLICY reader ON shop.current FOR SELECT TO tugrik_report USING (shop.is_reader(shop));
CREATE POLICY reader ON shop.event FOR SELECT TO tugrik_report USING (shop.is_reader(shop));
CREATE POLICY reader ON shop.stream FOR SELECT TO tugrik_report
  USING (EXISTS (SELECT FROM shop.till t WHERE t.id = till AND shop.is_reader(t.shop)));

CREATE VIEW report.till WITH (security_invoker) AS
  SELECT s.name AS shop, t.code, t.state, t.heard_at, t.status FROM shop.till t JOIN shop.shop s ON s.id = t.shop;

CREATE VIEW report.sale WITH (security_invoker) AS
  SELECT s.name AS shop, t.code AS till, c.key AS id, c.body ->> 'number' AS number, c.body ->> 'day' AS day,
      to_timestamp((c.body ->> 'openedAt')::bigint / 1000.0) AS opened_at, c.body ->> 'state' AS state,
      (c.body ->> 'total')::bigint AS total, c.body
    FROM shop.current c JOIN shop.till t ON t.id = c.till JOIN shop.shop s ON s.id = c.shop WHERE c.kind = 'sale';

-- Shifts and sums of each till, by the key that the till gave them.
CREATE VIEW report.current WITH (security_invoker) AS
  SELECT s.name AS shop, t.code AS till, c.kind, substr(c.key, length(t.code) + 2) AS key, c.body
    FROM shop.current c JOIN shop.till t ON t.id = c.till JOIN shop.shop s ON s.id = c.shop WHERE c.kind <> 'sale';

CREATE VIEW report.audit WITH (security_invoker) AS
  SELECT s.name AS shop, t.code AS till, e.seq, to_timestamp(e.at / 1000.0) AS at, e.kind AS action, e.actor, e.body
    FROM shop.event e JOIN shop.stream l ON l.id = e.stream JOIN shop.till t ON t.id = l.till
    JOIN shop.shop s ON s.id = e.shop WHERE l.kind = 'audit';

-- The figures as tills get them; null for a shop that the login may not read. With the rights of the login no index is used but by the
-- shop, because its row security comes before any condition that could tell of a row. So it is asked once whether the login reads the
-- shop.
CREATE FUNCTION report.figures(p_shop text, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT figures(s.id, p_till, p_asked) FROM shop s WHERE s.name = p_shop AND is_reader(s.id)
$$;

CREATE FUNCTION report.invoiced(p_shop text, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT invoiced(s.id, p_from, p_before, p_after, p_names, p_most) FROM shop s WHERE s.name = p_shop AND is_reader(s.id)
$$;

-- Rights -------------------------------------------------------------------------------------------------------------

GRANT USAGE ON SCHEMA till_1 TO tugrik_till;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA till_1 TO tugrik_till;

GRANT USAGE ON SCHEMA shop, report TO tugrik_report;
GRANT SELECT ON ALL TABLES IN SCHEMA report TO tugrik_report;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA report TO tugrik_report;
GRANT EXECUTE ON FUNCTION shop.is_reader, shop.rows_apart, shop.figures, shop.invoiced, shop.whole, shop.open_time TO tugrik_report;
GRANT SELECT (number, fingerprint) ON shop.migration TO tugrik_report;
GRANT SELECT (id, name) ON shop.shop TO tugrik_report;
GRANT SELECT (id, shop, code, state, heard_at, status) ON shop.till TO tugrik_report;
GRANT SELECT (shop, kind, key, till, version, body) ON shop.current TO tugrik_report;
GRANT SELECT (id, till, kind) ON shop.stream TO tugrik_report;
GRANT SELECT (shop, subject, seq, stream, at, kind, version, body, actor) ON shop.event TO tugrik_report;
