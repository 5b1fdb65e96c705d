-- A computer that takes the place of a till goes on after the till's Z numbers, also before its records are fetched.

-- The greatest Z number that this till sent under its code; 0 for none. Only its own rows count: another till cannot raise it.
CREATE FUNCTION till_1.last_z(p_fence int) RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = shop, pg_temp AS $$
  SELECT coalesce(max(z), 0)::int FROM (
    SELECT CASE WHEN jsonb_typeof(c.body -> 'zNumber') = 'number' THEN (c.body ->> 'zNumber')::numeric END AS z
      FROM me(p_fence) me, LATERAL rows_of(me, 'shift', '') c WHERE c.body ->> 'terminal' = me.code) closed
    WHERE z BETWEEN 1 AND 999999999
$$;

GRANT EXECUTE ON FUNCTION till_1.last_z TO tugrik_till;
