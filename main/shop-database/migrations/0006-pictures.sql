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
CREATE INDEX register_picture ON shop.register (shop, (body ->> 'picture')) WHERE kind = 'product' AND body ->> 'picture' IS NOT NULL;

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

GRANT EXECUTE ON FUNCTION till_1.pictures, till_1.picture, till_1.give_picture TO tugrik_till;
