-- Choices that came with Atoll are a company's own: names that no card uses go, and every list can be edited.
UPDATE card_types ct SET fields_version = fields_version + 1, fields = (
  SELECT jsonb_agg(CASE WHEN e.f ->> 'kind' = 'choice' AND NOT coalesce((e.f ->> 'isAdded')::boolean, false)
      AND (d.slug, ct.slug, e.f ->> 'name') IN (('backend', 'api-docs', 'service'), ('backend', 'schema', 'database'),
        ('frontend', 'bugs', 'repository'), ('business-development', 'outreach', 'sector'),
        ('business-development', 'proposals', 'template'), ('devops', 'deployment', 'zone'))
    THEN e.f || jsonb_build_object('options', (SELECT coalesce(jsonb_agg(o.name ORDER BY o.at), '[]')
        FROM jsonb_array_elements_text(e.f -> 'options') WITH ORDINALITY AS o (name, at)
        WHERE o.name = 'UTC' OR EXISTS (SELECT FROM cards c WHERE c.type_id = ct.id AND c.data ->> (e.f ->> 'name') = o.name)))
      || CASE WHEN e.f ->> 'name' IN ('service', 'database') THEN '{"grows":true}'::jsonb ELSE '{}'::jsonb END
    ELSE e.f END ORDER BY e.at)
  FROM jsonb_array_elements(ct.fields) WITH ORDINALITY AS e (f, at))
FROM departments d WHERE d.id = ct.department_id AND NOT ct.is_own;

-- Names of other systems for severities and environments are data, and webhooks may add environments.
UPDATE card_types ct SET fields_version = fields_version + 1, fields = (
  SELECT jsonb_agg(CASE
    WHEN e.f ->> 'name' = 'environment' AND e.f ->> 'kind' = 'choice' THEN
      e.f || '{"grows":true,"aliases":[{"from":"prod","to":"Production"},{"from":"live","to":"Production"},{"from":"stage","to":"Staging"},{"from":"test","to":"Staging"},{"from":"dev","to":"Development"},{"from":"review/*","to":"Review"}]}'
    WHEN e.f ->> 'name' = 'severity' AND e.f ->> 'kind' = 'choice' AND ct.options ->> 'hooks' = 'alerts' THEN
      e.f || '{"aliases":[{"from":"critical","to":"Urgent"},{"from":"page","to":"Urgent"},{"from":"error","to":"High"},{"from":"warning","to":"Medium"},{"from":"info","to":"Low"}]}'
    ELSE e.f END ORDER BY e.at)
  FROM jsonb_array_elements(ct.fields) WITH ORDINALITY AS e (f, at))
WHERE NOT ct.is_own AND ct.options ->> 'hooks' IN ('alerts', 'deployments') AND ct.slug IN ('monitoring', 'deployment');
UPDATE card_types SET options = options || '{"production":"Production"}'
WHERE NOT is_own AND options ->> 'hooks' IN ('alerts', 'deployments');

-- Alerts keep all of their labels.
UPDATE card_types ct SET fields = ct.fields || (SELECT coalesce(jsonb_agg(n.f ORDER BY n.at), '[]')
  FROM jsonb_array_elements('[{"name":"alert","label":"Alert","kind":"text"},{"name":"team","label":"Team","kind":"text"},{"name":"runbook","label":"Runbook","kind":"link"},{"name":"dashboard","label":"Dashboard","kind":"link"},{"name":"labels","label":"Other labels","kind":"text"}]'::jsonb) WITH ORDINALITY AS n (f, at)
  WHERE NOT ct.fields @> jsonb_build_array(jsonb_build_object('name', n.f -> 'name')))
WHERE NOT is_own AND options ->> 'hooks' = 'alerts' AND slug = 'monitoring';

-- A run or a deployment that somebody canceled did not fail, and one may wait for a person.
UPDATE card_types SET stages = stages || '[{"id":"canceled","name":"Canceled","kind":"lost","probability":0}]'
WHERE NOT is_own AND options ->> 'hooks' = 'deployments' AND slug = 'deployment' AND NOT stages @> '[{"id":"canceled"}]';
UPDATE card_types SET stages = stages
  || '[{"id":"waiting","name":"Waiting","kind":"open","probability":50},{"id":"canceled","name":"Canceled","kind":"lost","probability":0}]'
WHERE NOT is_own AND options ->> 'hooks' = 'runs' AND slug = 'pipelines' AND NOT stages @> '[{"id":"canceled"}]';
