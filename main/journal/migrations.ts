/**
 * A step of a migration: SQL, or a task that reads the whole journal. `replay` computes every sale's row again from its
 * events, `index` the search index, `sums` the ledger's sums, `chain` the hash chain.
 */
export type Migration =
  | { readonly sql: string }
  | { readonly replay: true }
  | { readonly index: true }
  | { readonly sums: true }
  | { readonly chain: true }

/**
 * The steps that build the journal's tables; the first element is number 1. A released step is never edited: a change
 * is a new step at the end. `PRAGMA user_version` is the number of steps that a file has had.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    sql: `
  -- What the shop did. The events are the truth; the row of a sale is what they add up to, kept for finding it.
  CREATE TABLE sale (
    id TEXT PRIMARY KEY NOT NULL,
    terminal TEXT NOT NULL,
    day TEXT NOT NULL,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    sender_invoice_no TEXT NOT NULL UNIQUE CHECK (length(sender_invoice_no) BETWEEN 1 AND 45),
    opened_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    state TEXT NOT NULL,
    state_since INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    invoice_id TEXT UNIQUE,
    -- whether the runner still has something to do for it
    due INTEGER NOT NULL CHECK (due IN (0, 1)),
    snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
    UNIQUE (terminal, day, sequence)
  ) STRICT;
  CREATE INDEX sale_due ON sale (opened_at) WHERE due = 1;
  CREATE INDEX sale_day ON sale (day, opened_at);

  CREATE TABLE sale_event (
    sale_id TEXT NOT NULL REFERENCES sale (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (sale_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER sale_event_is_kept BEFORE DELETE ON sale_event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
  CREATE TRIGGER sale_event_stands BEFORE UPDATE ON sale_event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
  CREATE TRIGGER sale_is_kept BEFORE DELETE ON sale
    BEGIN SELECT RAISE(ABORT, 'a sale is never deleted'); END;
  CREATE TRIGGER sale_number_stands BEFORE UPDATE OF id, sender_invoice_no, terminal, day, sequence ON sale
    WHEN NEW.id <> OLD.id OR NEW.sender_invoice_no <> OLD.sender_invoice_no
      OR NEW.terminal <> OLD.terminal OR NEW.day <> OLD.day OR NEW.sequence <> OLD.sequence
    BEGIN SELECT RAISE(ABORT, 'the number of a sale is kept for ever'); END;

  -- Lottery number and QR data, encrypted, only until the paper is out.
  CREATE TABLE receipt_seal (
    sale_id TEXT NOT NULL REFERENCES sale (id),
    payment_id TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (sale_id, payment_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE print_job (
    id TEXT PRIMARY KEY NOT NULL,
    sale_id TEXT NOT NULL REFERENCES sale (id),
    state TEXT NOT NULL CHECK (state IN ('queued', 'printing', 'printed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL,
    printed_at INTEGER
  ) STRICT;
  CREATE INDEX print_job_owed ON print_job (queued_at) WHERE state <> 'printed';

  CREATE TABLE attention (
    id INTEGER PRIMARY KEY,
    sale_id TEXT NOT NULL REFERENCES sale (id),
    cause TEXT NOT NULL,
    failure TEXT CHECK (failure IS NULL OR json_valid(failure)),
    amount INTEGER,
    at INTEGER NOT NULL,
    settled_at INTEGER
  ) STRICT;
  CREATE INDEX attention_open ON attention (at) WHERE settled_at IS NULL;
  CREATE INDEX attention_sale ON attention (sale_id);

  -- Single facts: the journal's tag, the sale at the counter.
  CREATE TABLE fact (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  },
  {
    sql: `
  -- whether it waits for the service or the printer and goes on by itself
  ALTER TABLE sale ADD COLUMN waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1));
  CREATE INDEX sale_waits ON sale (opened_at) WHERE waits = 1;
  CREATE INDEX sale_set_aside ON sale (opened_at)
    WHERE state IN ('parked', 'invoicing', 'awaiting-payment', 'partly-paid');

  -- What a person meant to do once, and what came of it.
  CREATE TABLE act (
    id TEXT PRIMARY KEY NOT NULL,
    at INTEGER NOT NULL,
    answer TEXT CHECK (answer IS NULL OR json_valid(answer))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX act_at ON act (at);

  -- How a person settled it.
  ALTER TABLE attention ADD COLUMN remedy TEXT;

  -- The same table with one more state: a CHECK is changed by making the table anew.
  CREATE TABLE print_job_with_given_up (
    id TEXT PRIMARY KEY NOT NULL,
    sale_id TEXT NOT NULL REFERENCES sale (id),
    state TEXT NOT NULL CHECK (state IN ('queued', 'printing', 'printed', 'given-up')),
    attempts INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL,
    printed_at INTEGER
  ) STRICT;
  INSERT INTO print_job_with_given_up (id, sale_id, state, attempts, queued_at, printed_at)
    SELECT id, sale_id, state, attempts, queued_at, printed_at FROM print_job ORDER BY rowid;
  DROP TABLE print_job;
  ALTER TABLE print_job_with_given_up RENAME TO print_job;
  CREATE INDEX print_job_owed ON print_job (queued_at) WHERE state NOT IN ('printed', 'given-up');
  `,
  },
  { replay: true },
  // The sale has repayments of late payments.
  { replay: true },
  {
    sql: `
  -- The same table for papers of no sale, for two printers and for what perhaps came out. Which kinds there are, the
  -- program says.
  CREATE TABLE print_job_of_any_kind (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL DEFAULT 'sale',
    sale_id TEXT REFERENCES sale (id),
    printer TEXT NOT NULL DEFAULT 'main',
    state TEXT NOT NULL CHECK (state IN ('queued', 'printing', 'doubtful', 'printed', 'given-up')),
    -- why it has not come out
    failure TEXT CHECK (failure IS NULL OR json_valid(failure)),
    attempts INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER NOT NULL,
    printed_at INTEGER
  ) STRICT;
  INSERT INTO print_job_of_any_kind (id, sale_id, state, attempts, queued_at, printed_at)
    SELECT id, sale_id, state, attempts, queued_at, printed_at FROM print_job ORDER BY rowid;
  DROP TABLE print_job;
  ALTER TABLE print_job_of_any_kind RENAME TO print_job;
  CREATE INDEX print_job_owed ON print_job (queued_at) WHERE state NOT IN ('printed', 'given-up');
  CREATE INDEX print_job_sale ON print_job (sale_id);
  `,
  },
  // The sale has discounts and notes.
  { replay: true },
  {
    sql: `
  -- The drawer's days. Their events are the truth, as those of a sale are.
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

  CREATE TABLE shift_event (
    shift_id TEXT NOT NULL REFERENCES shift (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (shift_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER shift_event_is_kept BEFORE DELETE ON shift_event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
  CREATE TRIGGER shift_event_stands BEFORE UPDATE ON shift_event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

  -- The shift that was open when it was recorded; null where none was. Kept as it is by every restore, so it refers to
  -- shifts that this journal may not have.
  ALTER TABLE sale_event ADD COLUMN shift_id TEXT;
  CREATE INDEX sale_event_shiftless ON sale_event (at) WHERE shift_id IS NULL AND kind = 'paid';
  -- The sales of a shift: a row a sale, where an index over every event would be ten times as large.
  CREATE TABLE shift_sale (
    shift_id TEXT NOT NULL,
    sale_id TEXT NOT NULL,
    PRIMARY KEY (shift_id, sale_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER sale_event_of_shift AFTER INSERT ON sale_event WHEN NEW.shift_id IS NOT NULL
    BEGIN INSERT OR IGNORE INTO shift_sale (shift_id, sale_id) VALUES (NEW.shift_id, NEW.sale_id); END;

  -- What a paper of no sale is about.
  ALTER TABLE print_job ADD COLUMN shift_id TEXT;
  `,
  },
  {
    sql: `
  -- Who did what (audit.ts). Each hash is over its row and the hash before.
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT,
    who_name TEXT,
    who_role TEXT,
    act TEXT NOT NULL,
    about TEXT NOT NULL CHECK (json_valid(about)),
    approved_by TEXT,
    approved_name TEXT,
    approved_role TEXT,
    hash TEXT NOT NULL
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
    act TEXT NOT NULL,
    about TEXT NOT NULL,
    approved_by TEXT,
    approved_name TEXT,
    approved_role TEXT,
    hash TEXT NOT NULL,
    PRIMARY KEY (hash, seq)
  ) STRICT, WITHOUT ROWID;
  `,
  },
  // The sale has returns and its cashier.
  { replay: true },
  {
    sql: `
  -- Where each sale stands in the history (ms of its opening and a number within it), apart from its large row.
  CREATE TABLE found_sale (
    place INTEGER PRIMARY KEY NOT NULL,
    sale_id TEXT NOT NULL,
    total INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX found_sale_total ON found_sale (total);

  -- What sales are found by (main/journal/sale-terms.ts).
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
  `,
  },
  { index: true },
  {
    sql: `
  -- The last reconciliation of each day with the service's books. It says how it was then: nothing is derived from it.
  CREATE TABLE reconciliation (
    day TEXT PRIMARY KEY NOT NULL,
    done_at INTEGER NOT NULL,
    -- of its differences
    keys TEXT NOT NULL CHECK (json_valid(keys)),
    result TEXT NOT NULL CHECK (json_valid(result)),
    matched TEXT NOT NULL CHECK (json_valid(matched))
  ) STRICT;
  -- Why a difference is none, in the words of whoever looked into it.
  CREATE TABLE explanation (
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    why TEXT NOT NULL,
    who TEXT,
    who_name TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (day, key)
  ) STRICT, WITHOUT ROWID;
  -- What a paper of no sale is about.
  ALTER TABLE print_job ADD COLUMN day TEXT;
  `,
  },
  {
    sql: `
  -- What the sales of each day come to (main/journal/sale-sums.ts): what reports are added up from.
  CREATE TABLE day_sum (
    subject TEXT NOT NULL,
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    times INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    vat INTEGER NOT NULL,
    city_tax INTEGER NOT NULL,
    PRIMARY KEY (subject, day, key)
  ) STRICT, WITHOUT ROWID;
  `,
  },
  { sums: true },
  {
    sql: `
  -- A reason holds wherever its difference is found: in the books of a day and of its shifts. Where \`day\` is meant, a
  -- shift stands as "shift:" and its id from now on.
  CREATE INDEX explanation_key ON explanation (key);
  `,
  },
  {
    sql: `
  -- What happened, in one list: sales and shifts. The position is the place in this journal, without gaps; the rest of the
  -- envelope goes with the event wherever it is copied to. \`version\` is of the body (main/journal/upcast.ts).
  CREATE TABLE event (
    position INTEGER PRIMARY KEY NOT NULL,
    id TEXT NOT NULL,
    subject TEXT NOT NULL,
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    -- what a person's act was done under, and who that was; null where the terminal did it itself
    command TEXT,
    actor TEXT CHECK (actor IS NULL OR json_valid(actor)),
    -- the shift that was open when it was recorded; null where none was. Kept as it is by every restore
    shift_id TEXT
  ) STRICT;
  INSERT INTO event (id, subject, seq, at, kind, version, body, shift_id)
    SELECT subject || '.' || seq, subject, seq, at, kind, 1, body, shift_id FROM (
      SELECT sale_id AS subject, seq, at, kind, body, shift_id, 1 AS stream,
        max(at) OVER (PARTITION BY sale_id ORDER BY seq) AS since FROM sale_event
      UNION ALL
      SELECT shift_id, seq, at, kind, body, NULL, 0, max(at) OVER (PARTITION BY shift_id ORDER BY seq) FROM shift_event)
    ORDER BY since, stream, subject, seq;
  CREATE UNIQUE INDEX event_subject ON event (subject, seq);
  CREATE INDEX event_shiftless ON event (at) WHERE shift_id IS NULL AND kind = 'paid';
  DROP TABLE sale_event;
  DROP TABLE shift_event;
  CREATE TRIGGER event_is_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
  CREATE TRIGGER event_stands BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
  CREATE TRIGGER event_of_shift AFTER INSERT ON event WHEN NEW.shift_id IS NOT NULL
    BEGIN INSERT OR IGNORE INTO shift_sale (shift_id, sale_id) VALUES (NEW.shift_id, NEW.subject); END;

  -- The same table with the journal's tag in what is unique: a till that was set up anew under an old code, and then given
  -- its backup, has two sales of one number and day.
  CREATE TABLE sale_with_tag (
    id TEXT PRIMARY KEY NOT NULL,
    terminal TEXT NOT NULL,
    day TEXT NOT NULL,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    tag TEXT NOT NULL,
    sender_invoice_no TEXT NOT NULL UNIQUE CHECK (length(sender_invoice_no) BETWEEN 1 AND 45),
    opened_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    state TEXT NOT NULL,
    state_since INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    -- of the invoice that it was charged by last
    invoice_id TEXT,
    due INTEGER NOT NULL CHECK (due IN (0, 1)),
    waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
    -- how many things of it wait for a person
    attention INTEGER NOT NULL DEFAULT 0,
    -- how often its invoices were looked at since it was over, and when last: no fact of the sale
    looks INTEGER NOT NULL DEFAULT 0,
    looked_at INTEGER,
    snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
    UNIQUE (terminal, day, sequence, tag)
  ) STRICT;
  INSERT INTO sale_with_tag (rowid, id, terminal, day, sequence, tag, sender_invoice_no, opened_at, version, state, state_since,
      total, invoice_id, due, waits, snapshot)
    SELECT rowid, id, terminal, day, sequence, substr(sender_invoice_no, -4), sender_invoice_no, opened_at, version, state,
      state_since, total, invoice_id, due, waits, snapshot FROM sale ORDER BY rowid;
  DROP TABLE sale;
  ALTER TABLE sale_with_tag RENAME TO sale;
  CREATE INDEX sale_due ON sale (opened_at) WHERE due = 1;
  CREATE INDEX sale_day ON sale (day, opened_at);
  CREATE INDEX sale_waits ON sale (opened_at) WHERE waits = 1;
  CREATE INDEX sale_attention ON sale (opened_at) WHERE attention > 0;
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
  INSERT INTO sale_invoice (invoice_id, sale_id) SELECT invoice_id, id FROM sale WHERE invoice_id IS NOT NULL;

  -- What waits for a person is derived from the sale now. Of what nothing of a sale tells, an event is kept.
  INSERT INTO event (id, subject, seq, at, kind, version, body)
    SELECT sale.id || '.' || (sale.version + row_number() OVER (PARTITION BY sale.id ORDER BY a.id)), sale.id,
      sale.version + row_number() OVER (PARTITION BY sale.id ORDER BY a.id), a.at, 'notice-kept', 1,
      json_object('kind', 'notice-kept', 'cause', a.cause, 'amount', a.amount)
    FROM attention a JOIN sale ON sale.id = a.sale_id
    WHERE a.settled_at IS NULL AND a.cause IN ('doubled-invoice', 'amount-differs') ORDER BY a.id;
  UPDATE sale SET version = (SELECT max(seq) FROM event WHERE subject = sale.id)
    WHERE id IN (SELECT subject FROM event WHERE kind = 'notice-kept');

  -- What a person meant to do once: whose it was, and a hash of what was asked for. The order in which it was done is told
  -- by no clock.
  CREATE TABLE command (
    place INTEGER PRIMARY KEY NOT NULL,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    person TEXT,
    -- null in journals from before it was kept
    request TEXT,
    answer TEXT CHECK (answer IS NULL OR json_valid(answer))
  ) STRICT;
  INSERT INTO command (id, at, answer) SELECT id, at, answer FROM act ORDER BY at, id;
  CREATE INDEX command_at ON command (at);
  DROP TABLE act;

  -- 1 where some of its events are missing or do not add up: what of it is there is kept, and a person is told.
  ALTER TABLE sale ADD COLUMN partly INTEGER NOT NULL DEFAULT 0 CHECK (partly IN (0, 1));
  `,
  },
  // The sale has lists of parts.
  { replay: true },
  { index: true },
  { sums: true },
  // The sale has goods returned for money refunded elsewhere, and payments that contradict their account.
  { replay: true },
  { sums: true },
  {
    sql: `
  -- Sums of what was posted (main/journal/ledger-sums.ts), by book: a day, a shift, what happened without one.
  DROP TABLE day_sum;
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
  DROP INDEX event_shiftless;
  `,
  },
  // A sale is found by every tender that was ever taken for it.
  { index: true },
  { sums: true },
  {
    sql: `
  -- What happened on a day, for the accounting export.
  CREATE INDEX event_at ON event (at);
  `,
  },
  {
    sql: `
  -- The chain over all that was recorded (main/journal/chain.ts): its hash up to each event, the event after which each act was
  -- done, and how far it goes.
  ALTER TABLE event ADD COLUMN hash BLOB;
  ALTER TABLE audit ADD COLUMN after INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE chain (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    act INTEGER NOT NULL,
    head TEXT NOT NULL
  ) STRICT;
  `,
  },
  { chain: true },
  // An e-receipt has the amount and taxes that it was issued for.
  { replay: true },
  { sums: true },
  // A decision has its person; goods are counted by kind of tax only once.
  { replay: true },
  { sums: true },
  // A hold lasts until its work is done; what was given up stays counted.
  { replay: true },
  { sums: true },
  {
    sql: `
  -- Today's words (upcast.ts). The replay keeps \`state_since\` where the state is the same.
  UPDATE sale SET state = CASE state WHEN 'paid-late' THEN 'late-payment' ELSE 'fulfilling' END
    WHERE state IN ('paid-late', 'receipting');
  -- The replay takes the snapshot of a sale that lacks events.
  UPDATE sale SET snapshot = replace(replace(replace(replace(snapshot, '"watchedUntil":', '"monitoredUntil":'),
      '"state":"called-off"', '"state":"cancelled"'), '"remedy":"given-back"', '"remedy":"refunded"'),
      '"remedy":', '"resolution":');
  `,
  },
  { replay: true },
  { sums: true },
  {
    sql: `
  -- A sale stores what was approved of its cart (\`cart-approved\`). Only for older programs, which must refuse the file.
  `,
  },
  // E-receipts with unknown taxes are counted apart where they are issued, voided, and told later.
  { sums: true },
  // Unknown VAT and unknown city tax are counted each for itself.
  { sums: true },
  // What is to be issued elsewhere is counted again when goods come back, or an e-receipt is given up or voided.
  { sums: true },
  {
    sql: `
  -- Cash may be rounded (\`rounding\` of a tender and of a part of a return). Only for older programs, which must refuse the file.
  `,
  },
  // Sales are found by the code of a pack.
  { index: true },
  {
    sql: `
  -- A parked cart may move to another till of the shop (\`movedFrom\`, \`movedTo\`). Only for older programs, which must refuse the file.
  `,
  },
  {
    sql: `
  -- Each view counts what waits, and the print queue takes its next job, so neither may read a row for each that waits.
  DROP INDEX print_job_owed;
  CREATE INDEX print_job_owed ON print_job (queued_at, kind, state) WHERE state NOT IN ('printed', 'given-up');
  CREATE INDEX print_job_troubled ON print_job (queued_at)
    WHERE state NOT IN ('printed', 'given-up') AND (state = 'doubtful' OR failure IS NOT NULL);
  DROP INDEX sale_waits;
  CREATE INDEX sale_waits ON sale (state_since) WHERE waits = 1;
  DROP INDEX sale_attention;
  CREATE INDEX sale_attention ON sale (opened_at, attention) WHERE attention > 0;
  `,
  },
]
