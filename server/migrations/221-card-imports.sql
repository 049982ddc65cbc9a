-- The structure of an operation or a table, as the last import of a file has it.
CREATE TABLE card_shapes (
  card_id uuid PRIMARY KEY REFERENCES cards (id) ON DELETE CASCADE,
  type_id uuid NOT NULL REFERENCES card_types (id) ON DELETE CASCADE,
  external_key text NOT NULL,
  -- The service or the database that the file is about.
  source text NOT NULL,
  shape jsonb NOT NULL,
  UNIQUE (type_id, source, external_key)
);

UPDATE card_types ct SET options = ct.options || added.options::jsonb
FROM departments d, (VALUES
  ('api-docs', '{"imports":"openapi"}'),
  ('schema', '{"imports":"ddl","views":["diagram","table","document","list"]}')) AS added (slug, options)
WHERE d.id = ct.department_id AND d.slug = 'backend' AND ct.slug = added.slug;
