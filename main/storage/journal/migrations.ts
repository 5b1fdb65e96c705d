/**
 * A step of a migration. `replay`: it changes what events mean, so that the rows of sales, the search index and the ledger's
 * sums are computed again.
 */
export type Migration = { readonly sql: string; readonly replay?: true }

/**
 * The steps that build the journal's tables. Until 1.0 there is one, and a change edits it: a file with another fingerprint is
 * refused (docs/decisions/one-schema.md). From 1.0 on a released step is never edited, and a change is a new step at the end.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    sql: `
  -- What happened, in one list: sales and shifts. The events are the truth; all other tables of sales and shifts are computed
  -- from them. The position is the place in this journal, without gaps; the rest of the envelope goes with the event wherever
  -- it is copied to.
  CREATE TABLE event (
    position INTEGER PRIMARY KEY NOT NULL,
    id TEXT NOT NULL,
    subject TEXT NOT NULL,
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    -- of the body (main/storage/journal/events.ts)
    version INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    -- the command that it belongs to, and who sent it; null where the terminal did it itself
    command TEXT,
    actor TEXT CHECK (actor IS NULL OR json_valid(actor)),
    -- the shift that was open when it was recorded; null where none was. Every restore keeps it, so it may refer to a shift that
    -- this journal does not have
    shift_id TEXT,
    -- of the chain up to this event (main/storage/journal/chain.ts)
    hash BLOB
  ) STRICT;
  CREATE UNIQUE INDEX event_subject ON event (subject, seq);
  CREATE INDEX event_at ON event (at);
  CREATE TRIGGER event_is_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
  CREATE TRIGGER event_stands BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
  CREATE TRIGGER event_of_shift AFTER INSERT ON event WHEN NEW.shift_id IS NOT NULL
    BEGIN INSERT OR IGNORE INTO shift_sale (shift_id, sale_id) VALUES (NEW.shift_id, NEW.subject); END;

  -- The end of the chain over events and audit rows. The id is random; the first hash covers it.
  CREATE TABLE chain (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    -- the number of the last audit row
    entry INTEGER NOT NULL,
    head TEXT NOT NULL
  ) STRICT;
  INSERT INTO chain (only_one, id, position, entry, head) VALUES (1, lower(hex(randomblob(32))), 0, 0, '');
  UPDATE chain SET head = id;

  CREATE TABLE sale (
    id TEXT PRIMARY KEY NOT NULL,
    terminal TEXT NOT NULL,
    day TEXT NOT NULL,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    -- of the journal: a till that was set up anew under its old code, and then given its backup, has two sales of one number and day
    tag TEXT NOT NULL,
    sender_invoice_no TEXT NOT NULL UNIQUE CHECK (length(sender_invoice_no) BETWEEN 1 AND 45),
    opened_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    state TEXT NOT NULL,
    state_since INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    -- of the invoice that it was charged by last
    invoice_id TEXT,
    -- whether the runner still has something to do for it
    due INTEGER NOT NULL CHECK (due IN (0, 1)),
    -- whether it waits for the service or the printer and goes on by itself
    waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
    -- how many things of it wait for a person
    attention INTEGER NOT NULL DEFAULT 0,
    -- how often its invoices were checked since it was over, and when last: no fact of the sale
    checks INTEGER NOT NULL DEFAULT 0,
    checked_at INTEGER,
    -- 1 where some of its events are missing or do not add up: what of it is there is kept, and a person is told
    partly INTEGER NOT NULL DEFAULT 0 CHECK (partly IN (0, 1)),
    snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
    UNIQUE (terminal, day, sequence, tag)
  ) STRICT;
  CREATE INDEX sale_day ON sale (day, opened_at);
  CREATE INDEX sale_due ON sale (opened_at) WHERE due = 1;
  CREATE INDEX sale_waits ON sale (state_since) WHERE waits = 1;
  CREATE INDEX sale_attention ON sale (opened_at, attention) WHERE attention > 0;
  CREATE INDEX sale_set_aside ON sale (opened_at)
    WHERE state IN ('open', 'parked', 'invoicing', 'awaiting-payment', 'partly-paid');
  CREATE TRIGGER sale_is_kept BEFORE DELETE ON sale
    BEGIN SELECT RAISE(ABORT, 'a sale is never deleted'); END;
  CREATE TRIGGER sale_number_stands BEFORE UPDATE OF id, sender_invoice_no, terminal, day, sequence ON sale
    WHEN NEW.id <> OLD.id OR NEW.sender_invoice_no <> OLD.sender_invoice_no
      OR NEW.terminal <> OLD.terminal OR NEW.day <> OLD.day OR NEW.sequence <> OLD.sequence
    BEGIN SELECT RAISE(ABORT, 'the number of a sale is kept for ever'); END;

  -- Every invoice that was made for a sale.
  CREATE TABLE sale_invoice (
    invoice_id TEXT PRIMARY KEY NOT NULL,
    sale_id TEXT NOT NULL REFERENCES sale (id)
  ) STRICT, WITHOUT ROWID;

  -- Lottery number and QR data, encrypted, only until the paper is out.
  CREATE TABLE receipt_seal (
    sale_id TEXT NOT NULL REFERENCES sale (id),
    payment_id TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (sale_id, payment_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE shift (
    id TEXT PRIMARY KEY NOT NULL,
    terminal TEXT NOT NULL,
    -- of the journal that it was opened in: a number that was given twice is told apart by it
    tag TEXT NOT NULL,
    -- left: restored beside another one that was open
    state TEXT NOT NULL CHECK (state IN ('open', 'left', 'closed')),
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    z_number INTEGER CHECK (z_number > 0),
    version INTEGER NOT NULL CHECK (version > 0),
    UNIQUE (terminal, tag, z_number),
    CHECK ((state = 'closed') = (z_number IS NOT NULL) AND (state = 'closed') = (closed_at IS NOT NULL))
  ) STRICT;
  -- One drawer a terminal.
  CREATE UNIQUE INDEX shift_open ON shift (state) WHERE state = 'open';
  CREATE INDEX shift_opened ON shift (opened_at);
  CREATE TRIGGER shift_is_kept BEFORE DELETE ON shift
    BEGIN SELECT RAISE(ABORT, 'a shift is never deleted'); END;
  CREATE TRIGGER shift_number_stands BEFORE UPDATE ON shift
    WHEN OLD.state = 'closed'
    BEGIN SELECT RAISE(ABORT, 'a shift that was closed stays as it is'); END;

  -- The sales of a shift: a row a sale, where an index over every event would be ten times as large.
  CREATE TABLE shift_sale (
    shift_id TEXT NOT NULL,
    sale_id TEXT NOT NULL,
    PRIMARY KEY (shift_id, sale_id)
  ) STRICT, WITHOUT ROWID;

  -- Papers for two printers. Which kinds there are, the program says.
  CREATE TABLE print_job (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL DEFAULT 'sale',
    -- what it is about
    sale_id TEXT REFERENCES sale (id),
    shift_id TEXT,
    day TEXT,
    printer TEXT NOT NULL DEFAULT 'main',
    state TEXT NOT NULL CHECK (state IN ('queued', 'printing', 'unconfirmed', 'printed', 'given-up')),
    -- why it has not come out
    failure TEXT CHECK (failure IS NULL OR json_valid(failure)),
    attempts INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL,
    printed_at INTEGER
  ) STRICT;
  CREATE INDEX print_job_sale ON print_job (sale_id);
  -- Each view counts what waits, and the print queue takes its next job: neither may read a row for each that waits.
  CREATE INDEX print_job_owed ON print_job (queued_at, kind, state) WHERE state NOT IN ('printed', 'given-up');
  CREATE INDEX print_job_troubled ON print_job (queued_at)
    WHERE state NOT IN ('printed', 'given-up') AND (state = 'unconfirmed' OR failure IS NOT NULL);

  -- Single values, such as the journal's tag and the sale at the counter.
  CREATE TABLE key_value (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT
  ) STRICT, WITHOUT ROWID;

  -- What a person sent once: whose it was, a hash of the request, the answer. No clock tells the order.
  CREATE TABLE command (
    place INTEGER PRIMARY KEY NOT NULL,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    person TEXT,
    request TEXT NOT NULL,
    answer TEXT CHECK (answer IS NULL OR json_valid(answer))
  ) STRICT;
  CREATE INDEX command_at ON command (at);

  -- Who did what (main/storage/journal/audit.ts). Each hash is over its row and the hash before.
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT,
    who_name TEXT,
    who_role TEXT,
    action TEXT NOT NULL,
    about TEXT NOT NULL CHECK (json_valid(about)),
    approved_by TEXT,
    approved_name TEXT,
    approved_role TEXT,
    hash TEXT NOT NULL,
    -- the position of the event after which it was done
    after INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'a row of the audit trail is never deleted'); END;
  CREATE TRIGGER audit_stands BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'a row of the audit trail is never changed'); END;

  -- Trails of other files that were merged into this one.
  CREATE TABLE audit_aside (
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT,
    who_name TEXT,
    who_role TEXT,
    action TEXT NOT NULL,
    about TEXT NOT NULL,
    approved_by TEXT,
    approved_name TEXT,
    approved_role TEXT,
    hash TEXT NOT NULL,
    PRIMARY KEY (hash, seq)
  ) STRICT, WITHOUT ROWID;

  -- Where each sale stands in the history (ms of its opening and a number within it), apart from its large row.
  CREATE TABLE found_sale (
    place INTEGER PRIMARY KEY NOT NULL,
    sale_id TEXT NOT NULL,
    total INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX found_sale_total ON found_sale (total);

  -- What sales are found by (main/storage/projections/sale-terms.ts).
  CREATE TABLE sale_term (
    term TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (term, place)
  ) STRICT, WITHOUT ROWID;

  -- Every name that goods of a code were sold under.
  CREATE TABLE sold_goods (
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (code, name)
  ) STRICT;

  -- Sums of what was posted (main/storage/projections/ledger-sums.ts), by book: a day, a shift, what happened without one.
  CREATE TABLE ledger_sum (
    account TEXT NOT NULL,
    book TEXT NOT NULL,
    key TEXT NOT NULL,
    times INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    vat INTEGER NOT NULL,
    city_tax INTEGER NOT NULL,
    PRIMARY KEY (account, book, key)
  ) STRICT, WITHOUT ROWID;

  -- The last reconciliation of each day with the service's books. It says how it was then: nothing is derived from it.
  CREATE TABLE reconciliation (
    day TEXT PRIMARY KEY NOT NULL,
    done_at INTEGER NOT NULL,
    -- of its discrepancies
    keys TEXT NOT NULL CHECK (json_valid(keys)),
    result TEXT NOT NULL CHECK (json_valid(result)),
    matched TEXT NOT NULL CHECK (json_valid(matched))
  ) STRICT;

  -- Why a discrepancy is none, in the words of whoever looked into it. It holds wherever the discrepancy is found: in the books
  -- of a day, and of its shifts ("shift:" and the id in place of the day).
  CREATE TABLE explanation (
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    why TEXT NOT NULL,
    who TEXT,
    who_name TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (day, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX explanation_key ON explanation (key);
  `,
  },
]
