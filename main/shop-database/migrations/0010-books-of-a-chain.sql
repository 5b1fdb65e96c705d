-- A report login reads what a reconciliation compares with the payment service, as a till does.

-- Sales of a shop whose last invoice was made in that time, in the order of their ids after `p_after`; or those of these
-- numbers and invoices. Each with the times at which its invoices were made. It runs with the rights of the caller: tills call
-- it through till_1.invoiced, a report login through report.invoiced.
CREATE FUNCTION shop.invoiced(p_shop int, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SET search_path = shop, pg_temp AS $$
  SELECT coalesce(json_agg(json_build_object('till', found.code, 'id', found.key, 'version', found.version, 'body', found.body,
      'made', (SELECT coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'version', e.version, 'body', e.body) ORDER BY e.seq), '[]')
        FROM event e WHERE e.shop = found.shop AND e.subject = found.key AND e.kind = 'invoice-created')) ORDER BY found.key), '[]')
    FROM (SELECT t.code, c.shop, c.key, c.version, c.body
      FROM current c JOIN till t ON t.id = c.till
      WHERE c.shop = p_shop AND c.kind = 'sale' AND c.key > p_after AND (
        c.body ->> 'number' = ANY (p_names) OR c.body ->> 'invoiceId' = ANY (p_names)
        OR c.key IN (SELECT e.subject FROM event e WHERE e.shop = p_shop AND e.kind = 'invoice-created'
          AND e.at >= p_from AND e.at < p_before))
      ORDER BY c.key LIMIT least(p_most, 500)) found
$$;

CREATE OR REPLACE FUNCTION till_1.invoiced(p_fence int, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT invoiced((me(p_fence)).shop, p_from, p_before, p_after, p_names, p_most)
$$;

-- Null for a shop that the login may not read.
CREATE FUNCTION report.invoiced(p_shop text, p_from bigint, p_before bigint, p_after text, p_names text[], p_most int)
RETURNS json LANGUAGE sql STABLE SET search_path = shop, pg_temp AS $$
  SELECT invoiced(s.id, p_from, p_before, p_after, p_names, p_most) FROM shop s WHERE s.name = p_shop
$$;

GRANT EXECUTE ON FUNCTION shop.invoiced, report.invoiced TO tugrik_report;
GRANT SELECT (version) ON shop.current, shop.event TO tugrik_report;
