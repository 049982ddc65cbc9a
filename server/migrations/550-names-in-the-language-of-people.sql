-- A person's lists of names are in the order of their language: Å comes after Z in Swedish, and with A in others. Only
-- languages whose order differs from the general one have a collation of their own. A PostgreSQL without ICU keeps the
-- order that it has.
DO $$
DECLARE
  language text;
BEGIN
  FOREACH language IN ARRAY ARRAY['es', 'ja', 'pl', 'sv', 'tr'] LOOP
    IF EXISTS (SELECT FROM pg_collation WHERE collname = language || '-x-icu' AND collnamespace = 'pg_catalog'::regnamespace) THEN
      EXECUTE format('CREATE COLLATION %I (provider = icu, locale = %L)', 'by_name_' || language, language);
    ELSE
      EXECUTE format('CREATE COLLATION %I FROM by_name', 'by_name_' || language);
    END IF;
  END LOOP;
END $$;
