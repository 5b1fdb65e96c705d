-- The tables of a shop database (docs/many-tills.md). Nobody but the owner has a right on them; tills have functions
-- (0002), and reports have views with row security (0003).

CREATE SCHEMA till_1;
CREATE SCHEMA report;
-- In PostgreSQL everybody may call a new function, unless this is said first.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

CREATE TABLE shop.shop (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '\S' AND length(name) <= 100),
  -- Sales of test mode never stand beside real ones.
  mode text NOT NULL CHECK (mode IN ('practice', 'merchant')),
  -- Another one after each restore. It also names the channel of the hints, so that no other shop can guess it.
  epoch text NOT NULL DEFAULT gen_random_uuid()::text,
  -- Counts the changes of the register. Given out under the lock of this row, so that positions commit in their order.
  position bigint NOT NULL DEFAULT 0,
  -- Requests in a minute that the merchant's active tills share.
  budget int NOT NULL DEFAULT 600 CHECK (budget > 0)
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
  UNIQUE (till, kind, chain)
);

CREATE FUNCTION shop.kind_of(body text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN (body::json) ->> 'kind';

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
  -- Lottery numbers and QR data are for paper alone. Quarantine does not keep such a body either.
  CONSTRAINT seal CHECK (body !~* '"\w*(lottery|qr_?data)"\s*:\s*"'),
  CONSTRAINT body_kind CHECK (coalesce(shop.kind_of(body) = kind, false))
);

-- What a till's events add up to, as the till itself says it: a row for each sale, shift, sum, and for each sale of another
-- till that goods came back of.
CREATE TABLE shop.current (
  shop int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'shift', 'sum', 'return')),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 300),
  till int NOT NULL REFERENCES shop.till,
  -- Tills read it as a number of JavaScript.
  version bigint NOT NULL CHECK (version BETWEEN 0 AND 9007199254740991),
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object'),
  PRIMARY KEY (shop, kind, key),
  CONSTRAINT body_size CHECK (octet_length(body::text) <= 1000000),
  CONSTRAINT seal CHECK (body::text !~* '"\w*(lottery|qr_?data)"\s*:\s*"')
);
CREATE INDEX current_sale ON shop.current (shop, ((body ->> 'openedAt')::bigint) DESC, key) WHERE kind = 'sale';
CREATE INDEX current_number ON shop.current (shop, (body ->> 'number')) WHERE kind = 'sale';
CREATE INDEX current_invoice ON shop.current (shop, (body ->> 'invoiceId')) WHERE kind = 'sale';

-- What was pushed and cannot be taken. A person sees it; the stream goes on.
CREATE TABLE shop.quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop int NOT NULL,
  till int NOT NULL REFERENCES shop.till,
  -- Which position of which stream, or which version of which row.
  source text NOT NULL,
  reason text NOT NULL,
  -- Null where it must not be kept.
  content text,
  at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  UNIQUE (till, source)
);
CREATE INDEX quarantine_unseen ON shop.quarantine (shop) WHERE seen_at IS NULL;

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
  -- The hash of a PIN comes only encrypted under the pepper of the shop's tills.
  CONSTRAINT pepper CHECK (kind <> 'person' OR NOT coalesce(jsonb_path_exists(body, 'strict $.**.hash'), false))
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
  kind text NOT NULL CHECK (kind IN ('cart', 'return', 'qr')),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  state text NOT NULL CHECK (state IN ('open', 'held', 'done')),
  fence int NOT NULL,
  till int NOT NULL REFERENCES shop.till,
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object' AND octet_length(body::text) <= 1000000),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop, kind, key)
);
CREATE INDEX claim_left ON shop.claim (shop, kind, at) WHERE state <> 'done';

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
