-- A value of JSON without the names and mail addresses of an erased person. Every string in it is looked at by itself, as
-- the text that it is; keys stay. The name in an object with the ID of the person is theirs, whatever it is.
CREATE FUNCTION json_without_names(value jsonb, person text, put text, patterns text[], puts text[]) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  words text;
BEGIN
  CASE jsonb_typeof(value)
    WHEN 'string' THEN
      words := value #>> '{}';
      FOR place IN 1 .. cardinality(patterns) LOOP
        words := regexp_replace(words, patterns[place], puts[place], 'gi');
      END LOOP;
      RETURN to_jsonb(words);
    WHEN 'array' THEN
      RETURN (SELECT coalesce(jsonb_agg(json_without_names(one, person, put, patterns, puts) ORDER BY place), '[]')
        FROM jsonb_array_elements(value) WITH ORDINALITY AS parts (one, place));
    WHEN 'object' THEN
      RETURN (SELECT coalesce(jsonb_object_agg(key, CASE
          WHEN key = 'name' AND jsonb_typeof(one) = 'string' AND value ->> 'id' = person THEN to_jsonb(put)
          ELSE json_without_names(one, person, put, patterns, puts) END), '{}')
        FROM jsonb_each(value) AS parts (key, one));
    ELSE
      RETURN value;
  END CASE;
END $$;
