-- Search compares words without the vowel signs of Arabic and Hebrew, which are rarely typed, without the line that
-- stretches Arabic words, and with one sign for all apostrophes, quotation marks and hyphens: "driver's" found no "driver’s".
DO $$
DECLARE
  -- Of the signs that are dropped, and of those that become another one.
  signs CONSTANT text := '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed';
  affected CONSTANT text := '[' || signs || '\u02bc\u2010\u2011\u2018\u2019\u201b-\u201f]';
  definition text := pg_get_functiondef('search_fold(text)'::regprocedure);
  changed text;
  next_id uuid;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  batch record;
BEGIN
  changed := replace(definition, '[\u0300-\u036f', '[\u0300-\u036f' || signs);
  changed := replace(changed, $from$'øłđðħıς', 'olddhiσ'$from$, $into$'øłđðħıςʼ‘’‛“”„‟‐', 'olddhiσ''''''''""""-'$into$);
  IF changed NOT LIKE '%\u05bf%' OR changed NOT LIKE '%‘’‛%' THEN
    RAISE EXCEPTION 'search_fold is not as it was expected';
  END IF;
  EXECUTE changed;
  -- What was folded before and is different now.
  UPDATE profiles SET name = name WHERE name ~ affected;
  UPDATE events SET title = title WHERE title || location || description ~ affected;
  FOR batch IN
    SELECT kind, array_agg(id) AS ids FROM (
      SELECT kind, id, row_number() OVER (PARTITION BY kind ORDER BY id) / 500 AS part
      FROM search_entries WHERE title ~ affected OR folded ~ affected) e GROUP BY kind, part
  LOOP
    PERFORM search_index(batch.kind, batch.ids);
  END LOOP;
  LOOP
    SELECT id INTO next_id FROM messages WHERE id > last_id AND content ~ affected ORDER BY id LIMIT 1;
    EXIT WHEN next_id IS NULL;
    SELECT id INTO last_id FROM messages WHERE id < next_id ORDER BY id DESC LIMIT 1;
    last_id := search_index_messages(coalesce(last_id, '00000000-0000-0000-0000-000000000000'), 1000);
    EXIT WHEN last_id IS NULL;
  END LOOP;
END $$;
