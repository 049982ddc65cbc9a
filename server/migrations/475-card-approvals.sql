-- Approvals are acts of the person who approves, each for one content of a card.
ALTER TABLE cards ADD approvals jsonb NOT NULL DEFAULT '[]';
-- Who changed the approved content last. They cannot approve it themselves. Null for what a webhook reported.
ALTER TABLE cards ADD content_by uuid;
UPDATE cards SET content_by = created_by WHERE NOT EXISTS (SELECT FROM card_hook_things t WHERE t.card_id = cards.id);

UPDATE card_types ct SET
  fields = (SELECT jsonb_agg(CASE WHEN f ->> 'name' = 'approved_by' THEN f || '{"label":"Approver"}' ELSE f END ORDER BY at)
    FROM jsonb_array_elements(ct.fields) WITH ORDINALITY AS e (f, at)),
  fields_version = fields_version + 1,
  options = ct.options || jsonb_build_object(
    'approvals', '{"fields":["approved_by"],"covers":["title","service","environment","version","commit"]}'::jsonb,
    'needs', (SELECT jsonb_agg(CASE WHEN n ->> 'is' = 'second_person'
        THEN n || '{"words":"The approver, who is not the owner, has to approve it first."}' ELSE n END ORDER BY at)
      FROM jsonb_array_elements(ct.options -> 'needs') WITH ORDINALITY AS e (n, at)))
WHERE NOT is_own AND slug = 'deployment' AND ct.options ->> 'hooks' = 'deployments'
  AND jsonb_typeof(ct.options -> 'needs') = 'array';

UPDATE card_types ct SET options = ct.options || jsonb_build_object(
    'approvals', '{"fields":["approvals"]}'::jsonb,
    'needs', (SELECT jsonb_agg(CASE WHEN n ->> 'field' = 'approvals' THEN n || '{"otherwise":"approval"}' ELSE n END ORDER BY at)
      FROM jsonb_array_elements(ct.options -> 'needs') WITH ORDINALITY AS e (n, at)))
WHERE NOT is_own AND slug = 'proposals' AND fields @> '[{"name":"approvals","kind":"checklist"}]'
  AND jsonb_typeof(ct.options -> 'needs') = 'array';

UPDATE card_types ct SET options = ct.options || jsonb_build_object(
    'needs', (SELECT jsonb_agg(CASE WHEN n ->> 'stage' = 'published' THEN n || '{"otherwise":"withdrawn"}' ELSE n END ORDER BY at)
      FROM jsonb_array_elements(ct.options -> 'needs') WITH ORDINALITY AS e (n, at)))
WHERE NOT is_own AND slug = 'case-studies' AND stages @> '[{"id":"withdrawn"}]'
  AND jsonb_typeof(ct.options -> 'needs') = 'array';

-- What was approved before counts for the content that it has now: `content` null is bound by the next change.
UPDATE cards c SET approvals = jsonb_build_array(jsonb_build_object('field', 'approved_by', 'item', '',
    'personId', c.data ->> 'approved_by', 'at', to_char(c.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'content', NULL))
FROM card_types ct WHERE ct.id = c.type_id AND ct.options -> 'approvals' -> 'fields' ? 'approved_by'
  AND c.stage IN ('live', 'failing', 'replaced') AND c.data ->> 'approved_by' IS NOT NULL;
UPDATE cards c SET
  approvals = (SELECT coalesce(jsonb_agg(jsonb_build_object('field', 'approvals', 'item', i ->> 'text', 'personId', NULL,
      'at', coalesce(i ->> 'doneAt', to_char(c.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      'content', NULL) ORDER BY at) FILTER (WHERE (i ->> 'isDone')::boolean), '[]')
    FROM jsonb_array_elements(c.data -> 'approvals') WITH ORDINALITY AS e (i, at)),
  data = jsonb_set(c.data, '{approvals}', (SELECT jsonb_agg((i - 'doneAt') || '{"isDone":false}' ORDER BY at)
    FROM jsonb_array_elements(c.data -> 'approvals') WITH ORDINALITY AS e (i, at)))
FROM card_types ct WHERE ct.id = c.type_id AND ct.options -> 'approvals' -> 'fields' ? 'approvals'
  AND jsonb_typeof(c.data -> 'approvals') = 'array' AND jsonb_array_length(c.data -> 'approvals') > 0;
