-- What an owner asks about all tills of a shop: figures for reports, the audit trail, and the sales behind an invoice.
-- The tills computed the figures; here they are only added and picked out.

-- The day of a sum, or the shift that it is of.
CREATE INDEX current_sum ON shop.current (shop, split_part(body ->> 'book', ' ', 2)) WHERE kind = 'sum';
CREATE INDEX event_at ON shop.event (shop, at) WHERE kind IN ('invoice-created', 'return-completed');
CREATE INDEX event_audit ON shop.event (shop, at DESC, stream DESC, seq DESC) WHERE starts_with(subject, 'audit ');

-- A number that a till wrote. What is none counts as zero, so that no till makes the figures of the others unreadable.
CREATE FUNCTION shop.whole(p_body jsonb, p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN
  CASE WHEN p_body -> p_name BETWEEN '-9007199254740991' AND '9007199254740991' THEN (p_body ->> p_name)::numeric::bigint ELSE 0 END;

-- The figures of one till, or of all where its code is null, and how each till is. `asked` is
--   sums     [{book, accounts, from, to, each}]: the sums of these accounts in the books "day" or "none" of these days; with
--            `each` book by book, otherwise over all days
--   shifts   {from, before, accounts}: the shifts that were open in that time, in ms, with all their sums of these accounts
--   moved    {opened, from, before}: the sales that were opened since `opened` and sold in that time, or returned in it at any till
-- It runs with the rights of the caller: tills call it through till_1.figures, a report login through report.figures.
CREATE FUNCTION shop.figures(p_shop int, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  WITH tills AS MATERIALIZED (
    SELECT * FROM (SELECT t.id, t.code, t.state, t.heard_at, t.status,
        EXISTS (SELECT FROM stream s WHERE s.till = t.id AND s.kind = 'event') AS sends
      FROM till t WHERE t.shop = p_shop AND t.code = coalesce(p_till, t.code)) t
    WHERE t.sends OR t.state = 'active'
  ), shifts AS MATERIALIZED (
    SELECT t.code, substr(c.key, length(t.code) + 2) AS id, c.till, c.body
      FROM json_to_record(p_asked -> 'shifts') AS q ("from" bigint, before bigint)
      JOIN current c ON c.shop = p_shop AND c.kind = 'shift' AND whole(c.body, 'openedAt') < q.before
        AND (c.body ->> 'closedAt' IS NULL OR whole(c.body, 'closedAt') >= q."from")
      JOIN tills t ON t.id = c.till
  ), sums AS (
    SELECT CASE WHEN q."each" THEN c.body ->> 'book' ELSE q.book || ' ' || q."from" END AS book, c.body
      FROM json_to_recordset(p_asked -> 'sums') AS q (book text, accounts text[], "from" text, "to" text, "each" boolean)
      JOIN current c ON c.shop = p_shop AND c.kind = 'sum' AND split_part(c.body ->> 'book', ' ', 2) BETWEEN q."from" AND q."to"
        AND split_part(c.body ->> 'book', ' ', 1) = q.book AND c.body ->> 'account' = ANY (q.accounts)
      WHERE c.till IN (SELECT id FROM tills)
    UNION ALL
    SELECT c.body ->> 'book', c.body
      FROM json_to_record(p_asked -> 'shifts') AS q (accounts text[])
      JOIN shifts s ON true
      JOIN current c ON c.shop = p_shop AND c.kind = 'sum' AND c.till = s.till AND split_part(c.body ->> 'book', ' ', 2) = s.id
        AND split_part(c.body ->> 'book', ' ', 1) = 'shift' AND c.body ->> 'account' = ANY (q.accounts)
  )
  SELECT json_build_object(
    'tills', (SELECT coalesce(json_agg(json_build_object('code', code, 'state', state, 'sends', sends, 'status', status,
        'silentMs', (extract(epoch FROM now() - heard_at) * 1000)::bigint) ORDER BY code), '[]') FROM tills),
    'sums', (SELECT coalesce(json_agg(json_build_array(account, book, key, times, lines, quantity, amount, vat, city_tax)), '[]')
      FROM (SELECT body ->> 'account' AS account, book, body ->> 'key' AS key,
          sum(whole(body, 'times')) AS times, sum(whole(body, 'lines')) AS lines,
          sum(whole(body, 'quantity')) AS quantity, sum(whole(body, 'amount')) AS amount,
          sum(whole(body, 'vat')) AS vat, sum(whole(body, 'cityTax')) AS city_tax
        FROM sums GROUP BY 1, 2, 3) added),
    'shifts', (SELECT coalesce(json_agg(json_build_object('till', code, 'body', body)), '[]') FROM shifts),
    'moved', (SELECT coalesce(json_agg(c.body -> 'sale'), '[]')
      FROM json_to_record(p_asked -> 'moved') AS q (opened bigint, "from" bigint, before bigint)
      JOIN current c ON c.shop = p_shop AND (c.kind = 'sale' AND (
        (c.body ->> 'openedAt')::bigint >= q.opened AND (c.body ->> 'openedAt')::bigint < q.before
          AND whole(c.body -> 'sale', 'soldAt') >= q."from" AND whole(c.body -> 'sale', 'soldAt') < q.before
        OR c.key IN (SELECT e.subject FROM event e WHERE e.shop = p_shop AND e.kind = 'return-completed'
          AND e.at >= q."from" AND e.at < q.before))
        -- A sale of another till whose goods came back at this one.
        OR c.kind = 'return' AND EXISTS (SELECT FROM event e WHERE e.shop = p_shop AND e.kind = 'return-completed'
          AND e.at >= q."from" AND e.at < q.before AND e.subject = c.body -> 'sale' ->> 'id'))
      WHERE c.till IN (SELECT id FROM tills)))
$$;

CREATE FUNCTION till_1.figures(p_fence int, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT figures((me(p_fence)).shop, p_till, p_asked)
$$;

-- The same for a report login, for a shop that it may read. Null for another one.
CREATE FUNCTION report.figures(p_shop text, p_till text, p_asked json) RETURNS json LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT figures(s.id, p_till, p_asked) FROM shop s WHERE s.name = p_shop
$$;

-- The audit trail of all tills, or of one, newest first, with the number of the sale that a row is about. `before` is
-- [at, till, seq] of the last row that the caller has.
CREATE FUNCTION till_1.audit(p_fence int, p_till text, p_before json, p_most int) RETURNS json LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', code, 'seq', seq, 'at', at, 'body', body, 'sequence', (
        SELECT whole(c.body -> 'sale', 'sequence') FROM current c WHERE c.shop = found.shop AND c.kind = 'sale'
          AND c.key = (found.body::json) -> 'about' ->> 'saleId')) ORDER BY at DESC, code DESC, seq DESC), '[]')
    FROM (SELECT t.code, e.shop, e.seq, e.at, e.body
      FROM me(p_fence) me JOIN event e ON e.shop = me.shop AND starts_with(e.subject, 'audit ')
      JOIN stream s ON s.id = e.stream AND s.kind = 'audit' JOIN till t ON t.id = s.till
      WHERE t.code = coalesce(p_till, t.code) AND (p_before IS NULL
        OR e.at <= (p_before ->> 0)::bigint AND (e.at, t.code, e.seq) < ((p_before ->> 0)::bigint, p_before ->> 1, (p_before ->> 2)::int))
      ORDER BY e.at DESC, t.code DESC, e.seq DESC LIMIT least(p_most, 500)) found
$$;

-- The events of one sale of any till, in order.
CREATE FUNCTION till_1.sale_events(p_fence int, p_sale text) RETURNS json LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'kind', e.kind, 'version', e.version, 'body', e.body,
      'command', e.command) ORDER BY e.seq), '[]')
    FROM me(p_fence) me JOIN event e ON e.shop = me.shop AND e.subject = p_sale
    JOIN stream s ON s.id = e.stream AND s.kind = 'event'
$$;

-- Sales whose last invoice was made in that time, in the order of their ids after `p_after`; or those of these numbers and
-- invoices. Each with the times at which its invoices were made.
CREATE FUNCTION till_1.invoiced(p_fence int, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', found.code, 'id', found.key, 'version', found.version, 'body', found.body,
      'made', (SELECT coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'version', e.version, 'body', e.body) ORDER BY e.seq), '[]')
        FROM event e WHERE e.shop = found.shop AND e.subject = found.key AND e.kind = 'invoice-created')) ORDER BY found.key), '[]')
    FROM (SELECT t.code, c.shop, c.key, c.version, c.body
      FROM me(p_fence) me JOIN current c ON c.shop = me.shop JOIN till t ON t.id = c.till
      WHERE c.kind = 'sale' AND c.key > p_after AND (
        c.body ->> 'number' = ANY (p_names) OR c.body ->> 'invoiceId' = ANY (p_names)
        OR c.key IN (SELECT e.subject FROM event e WHERE e.shop = me.shop AND e.kind = 'invoice-created'
          AND e.at >= p_from AND e.at < p_before))
      ORDER BY c.key LIMIT least(p_most, 500)) found
$$;

GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA till_1 TO tugrik_till;
GRANT EXECUTE ON FUNCTION shop.whole, shop.figures, report.figures TO tugrik_report;
GRANT SELECT (subject) ON shop.event TO tugrik_report;
