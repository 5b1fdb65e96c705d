-- What a report login reads: views of its shops. The views run with the reader's rights, and row security limits
-- the tables below them.

CREATE FUNCTION shop.is_reader(p_shop int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT EXISTS (SELECT FROM reader r WHERE r.role = session_user AND r.shop = p_shop)
$$;

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

GRANT USAGE ON SCHEMA shop, report TO tugrik_report;
GRANT EXECUTE ON FUNCTION shop.is_reader TO tugrik_report;
GRANT SELECT ON ALL TABLES IN SCHEMA report TO tugrik_report;
GRANT SELECT (id, name) ON shop.shop TO tugrik_report;
GRANT SELECT (id, shop, code, state, heard_at, status) ON shop.till TO tugrik_report;
GRANT SELECT (shop, kind, key, till, body) ON shop.current TO tugrik_report;
GRANT SELECT (id, till, kind) ON shop.stream TO tugrik_report;
GRANT SELECT (shop, stream, seq, at, kind, actor, body) ON shop.event TO tugrik_report;
