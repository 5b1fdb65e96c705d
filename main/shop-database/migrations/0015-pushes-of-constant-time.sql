-- The check of a push for another shop's journal reads the events of the push, and not the beginnings of all sales.

-- Does the same as in 0013. There PostgreSQL could read all of the index event_opening for each push, because it estimates
-- neither how many positions a push has nor how few of them begin a sale. OFFSET 0 and LIMIT keep the order as it is written.
CREATE OR REPLACE FUNCTION shop.is_elsewhere(me shop.till, p_stream int, p_first bigint, p_last bigint) RETURNS boolean LANGUAGE sql STABLE
SET search_path = shop, pg_temp AS $$
  SELECT EXISTS (SELECT FROM (SELECT m.subject, m.id, m.seq FROM event m
      WHERE m.stream = p_stream AND m.position BETWEEN p_first AND p_last OFFSET 0) mine,
    LATERAL (SELECT FROM event e WHERE e.subject = mine.subject AND e.seq = 1 AND e.id = mine.id AND e.shop <> me.shop LIMIT 1) other
    WHERE mine.seq = 1)
$$;
