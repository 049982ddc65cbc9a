-- As before, but of a text that grows when it is folded no more is looked through than four times the longest message:
-- as much as any script needs. A letter that stands for eighteen made one message cost what a hundred do.
CREATE OR REPLACE FUNCTION search_fold(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  IF octet_length(content) = char_length(content) THEN
    folded := lower(content);
  ELSE
    folded := left(normalize(content, NFKD), 32000);
    folded := lower(regexp_replace(folded, '[\u0300-\u036f\u00ad\u200b\u200c\u2060\ufe0e\ufe0f\ufeff]', '', 'g'));
    folded := replace(replace(replace(translate(folded, 'øłđðħıς', 'olddhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    folded := normalize(folded, NFKC);
  END IF;
  IF folded ~ '\s\s|[^\S ]' THEN
    folded := regexp_replace(folded, '\s+', ' ', 'g');
  END IF;
  RETURN folded;
END $$;
UPDATE message_search SET folded = left(folded, 32000) WHERE octet_length(folded) > 32000;
