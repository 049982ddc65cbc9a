-- Templates of proposals are cards in a stage of their own: they are edited, commented on and keep their history as others.
UPDATE card_types ct SET
  stages = ct.stages || '[{"id":"template","name":"Templates","kind":"open","probability":0}]'::jsonb,
  options = ct.options || '{"templateStage":"template"}'
FROM departments d WHERE d.id = ct.department_id AND d.slug = 'business-development' AND ct.slug = 'proposals'
  AND NOT ct.stages @> '[{"id":"template"}]';
