-- How sections look and behave; see sectionOptionsSchema. Archived ones keep their cards.
ALTER TABLE card_types ADD options jsonb NOT NULL DEFAULT '{}', ADD archived_at timestamptz;
ALTER TABLE cards ADD is_pinned boolean NOT NULL DEFAULT false, ADD merged_into_id uuid REFERENCES cards (id);
CREATE INDEX cards_merged ON cards (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX cards_pinned ON cards (type_id) WHERE is_pinned AND deleted_at IS NULL;

-- The steps of a card that a person has ticked for themselves.
CREATE TABLE card_steps (
  card_id uuid NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  done text[] NOT NULL,
  PRIMARY KEY (card_id, person_id)
);

-- The history of a number of a card, by day. Days without a row are gaps.
CREATE TABLE card_points (
  card_id uuid NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
  day date NOT NULL,
  value numeric NOT NULL,
  PRIMARY KEY (card_id, day)
);

-- Who is on call for a department, and until when.
CREATE TABLE on_call (
  department_id uuid PRIMARY KEY REFERENCES departments (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  until timestamptz NOT NULL
);

-- The sections of contract/src/cards/sections.
INSERT INTO card_types (department_id, slug, name, singular, place, stages, fields, value_field, stale_days, options)
SELECT d.id, s.slug, s.name, s.singular, s.place, s.stages::jsonb, s.fields::jsonb, s.value_field, s.stale_days, s.options::jsonb
FROM departments d JOIN (VALUES
  ('business-development', 'pipeline', 'Pipeline', 'deal', 1,
    '[{"id":"lead","name":"Lead","kind":"open","probability":20},{"id":"qualified","name":"Qualified","kind":"open","probability":40},{"id":"proposal","name":"Proposal","kind":"open","probability":60},{"id":"negotiation","name":"Negotiation","kind":"open","probability":80},{"id":"won","name":"Won","kind":"won","probability":100},{"id":"lost","name":"Lost","kind":"lost","probability":0}]',
    '[{"name":"value","label":"Value","kind":"money"},{"name":"next_step","label":"Next step","kind":"text"},{"name":"contact","label":"Contact","kind":"text"},{"name":"source","label":"Source","kind":"choice","options":["Inbound","Referral","Event","Outreach"]},{"name":"website","label":"Website","kind":"link"}]',
    'value', 14,
    '{"views":["board","table","list","calendar"],"tools":["task","merge"],"needs":[],"moves":[],"layout":{"line":"next_step"},"headline":{"stages":[],"words":"open deals"},"asksReason":true,"dueLabel":"Next step due"}'),
  ('business-development', 'outreach', 'Outreach', 'contact', 2,
    '[{"id":"new","name":"New","kind":"open","probability":5},{"id":"sequence","name":"In sequence","kind":"open","probability":10},{"id":"replied","name":"Replied","kind":"open","probability":40},{"id":"call_booked","name":"Call booked","kind":"won","probability":100},{"id":"stopped","name":"Stopped","kind":"lost","probability":0}]',
    '[{"name":"company","label":"Company","kind":"text","isRequired":true},{"name":"job","label":"Job title","kind":"text"},{"name":"email","label":"Email","kind":"text"},{"name":"consent","label":"Consent","kind":"choice","options":["Not asked","Given","Withdrawn"]},{"name":"consent_source","label":"Where consent was given","kind":"text"},{"name":"sequence","label":"Sequence","kind":"checklist"},{"name":"next_touch","label":"Next touch","kind":"text"},{"name":"sector","label":"Sector","kind":"choice","options":["Ferries","Rail","Cold storage","Depots","Retail","Air cargo"]}]',
    NULL, 21,
    '{"views":["table","board","list","document"],"tools":["task","merge"],"needs":[{"stage":"sequence","field":"consent","is":"equal","value":"Given","words":"Record consent before you start a sequence."}],"moves":[{"field":"consent","value":"Withdrawn","stage":"stopped"}],"layout":{"line":"company","badge":"consent","steps":"sequence"},"headline":{"stages":["sequence"],"words":"in sequence"},"asksReason":true,"dueLabel":"Next touch due"}'),
  ('business-development', 'proposals', 'Proposals', 'proposal', 3,
    '[{"id":"draft","name":"Draft","kind":"open","probability":30},{"id":"approval","name":"In approval","kind":"open","probability":40},{"id":"sent","name":"Sent","kind":"open","probability":60},{"id":"won","name":"Won","kind":"won","probability":100},{"id":"lost","name":"Lost","kind":"lost","probability":0}]',
    '[{"name":"value","label":"Value","kind":"money"},{"name":"client","label":"Client","kind":"text","isRequired":true},{"name":"version","label":"Version","kind":"number"},{"name":"template","label":"Template","kind":"choice","options":["Rollout","Renewal","Pilot","Support tier"]},{"name":"approvals","label":"Approvals","kind":"checklist"},{"name":"sections","label":"Sections","kind":"checklist"},{"name":"valid_until","label":"Valid until","kind":"date"},{"name":"payment","label":"Payment terms","kind":"text"},{"name":"signer","label":"Signer","kind":"text"}]',
    'value', 14,
    '{"views":["document","board","table","calendar"],"tools":["task"],"needs":[{"stage":"sent","field":"approvals","is":"done","value":"","words":"Every approval is needed before it is sent."},{"stage":"sent","field":"sections","is":"done","value":"","words":"Finish every section before it is sent."},{"stage":"sent","field":"valid_until","is":"not_past","value":"","words":"It has expired. Choose a later date for Valid until."}],"moves":[],"layout":{"line":"client","badge":"template"},"headline":{"stages":["draft","approval","sent"],"words":"open proposals"},"asksReason":true,"dueLabel":"Due"}'),
  ('business-development', 'market', 'Market', 'note', 4,
    '[{"id":"new","name":"New","kind":"open","probability":0},{"id":"confirmed","name":"Confirmed","kind":"won","probability":100},{"id":"outdated","name":"Outdated","kind":"lost","probability":0}]',
    '[{"name":"observed_on","label":"Observed on","kind":"date","isRequired":true},{"name":"source","label":"Source","kind":"text","isRequired":true},{"name":"source_link","label":"Link to the source","kind":"link"},{"name":"about","label":"About","kind":"text"},{"name":"topic","label":"Topic","kind":"choice","options":["Competitor","Customer","Price","Regulation","Trend"]},{"name":"trust","label":"Confidence","kind":"choice","options":["High","Medium","Low"]}]',
    NULL, 90,
    '{"views":["document","list","table","board"],"tools":[],"needs":[],"moves":[],"layout":{"line":"source","badge":"topic"},"headline":{"stages":["new"],"words":"to confirm"},"asksReason":true,"dueLabel":"Look again on"}'),
  ('frontend', 'bugs', 'Bugs', 'bug', 1,
    '[{"id":"triage","name":"Triage","kind":"open","probability":0},{"id":"accepted","name":"Accepted","kind":"open","probability":25},{"id":"in_progress","name":"In progress","kind":"open","probability":60},{"id":"regression","name":"Regression","kind":"open","probability":10},{"id":"fixed","name":"Fixed","kind":"won","probability":100},{"id":"declined","name":"Declined","kind":"lost","probability":0}]',
    '[{"name":"severity","label":"Severity","kind":"choice","options":["S1","S2","S3","S4"],"isRequired":true},{"name":"repository","label":"Repository","kind":"choice","options":["atoll-web","partner-portal","invoice-emails","depot-app"]},{"name":"steps","label":"Steps","kind":"text"},{"name":"expected","label":"Expected","kind":"text"},{"name":"actual","label":"Actual","kind":"text"},{"name":"browser","label":"Browser","kind":"text"},{"name":"reporter","label":"Reporter","kind":"person"},{"name":"found_in","label":"Found in release","kind":"text"},{"name":"fixed_in","label":"Fixed in release","kind":"text"},{"name":"customers","label":"Customers who see it","kind":"number"}]',
    NULL, 7,
    '{"views":["document","board","table","list"],"tools":["triage","merge","task"],"needs":[{"stage":"fixed","field":"fixed_in","is":"filled","value":"","words":"Name the release that fixes it."},{"stage":"regression","field":"found_in","is":"newer","value":"fixed_in","words":"A regression is found in a release that is newer than the one that fixed it."}],"moves":[],"layout":{"line":"repository","badge":"severity"},"headline":{"stages":["triage"],"words":"in triage"},"asksReason":true,"dueLabel":"Due"}'),
  ('frontend', 'setup', 'Setup', 'guide', 2,
    '[{"id":"draft","name":"Draft","kind":"open","probability":0},{"id":"current","name":"Current","kind":"won","probability":100},{"id":"retired","name":"Retired","kind":"lost","probability":0}]',
    '[{"name":"platform","label":"Platform","kind":"choice","options":["macOS","Linux","Windows","All platforms"],"isRequired":true},{"name":"steps","label":"Steps","kind":"checklist"},{"name":"minutes","label":"Minutes","kind":"number"},{"name":"needs","label":"Needs","kind":"text"},{"name":"verified_on","label":"Last verified","kind":"date"},{"name":"verified_by","label":"Verified by","kind":"person"},{"name":"problems","label":"Reported problems","kind":"checklist"}]',
    NULL, 30,
    '{"views":["document","list","table"],"tools":["verify","steps"],"needs":[],"moves":[],"layout":{"line":"platform","steps":"steps"},"headline":{"stages":["current"],"words":"guides"},"asksReason":true,"dueLabel":"Next check"}'),
  ('frontend', 'conventions', 'Conventions', 'convention', 3,
    '[{"id":"proposed","name":"Proposed","kind":"open","probability":30},{"id":"adopted","name":"Adopted","kind":"won","probability":100},{"id":"replaced","name":"Replaced","kind":"lost","probability":0}]',
    '[{"name":"do","label":"Do","kind":"text"},{"name":"dont","label":"Don''t","kind":"text"},{"name":"area","label":"Area","kind":"choice","options":["Components","State","Styling","Accessibility","Tests","Naming"]},{"name":"decided_on","label":"Decided on","kind":"date"},{"name":"decision","label":"Decision record","kind":"link"}]',
    NULL, NULL,
    '{"views":["document","list","table","board"],"tools":[],"needs":[{"stage":"adopted","field":"do","is":"filled","value":"","words":"Say what to do before it is adopted."},{"stage":"adopted","field":"decided_on","is":"filled","value":"","words":"Give the day of the decision."}],"moves":[],"layout":{"line":"area"},"headline":{"stages":["proposed"],"words":"proposed"},"asksReason":true,"dueLabel":"Decide by"}'),
  ('backend', 'api-docs', 'API Docs', 'operation', 1,
    '[{"id":"planned","name":"Planned","kind":"open","probability":0},{"id":"current","name":"Current","kind":"won","probability":100},{"id":"deprecated","name":"Deprecated","kind":"lost","probability":0}]',
    '[{"name":"method","label":"Method","kind":"choice","options":["GET","POST","PUT","PATCH","DELETE"],"isRequired":true},{"name":"path","label":"Path","kind":"text","isRequired":true},{"name":"service","label":"Service","kind":"choice","options":["billing","scheduling","search","webhooks"]},{"name":"since","label":"Since version","kind":"text"},{"name":"breaks","label":"What breaks","kind":"text"}]',
    NULL, NULL,
    '{"views":["document","table","list"],"tools":[],"needs":[],"moves":[],"layout":{"line":"path","badge":"method"},"headline":{"stages":["current"],"words":"operations"},"asksReason":true,"dueLabel":"Due"}'),
  ('backend', 'training', 'Training', 'path', 2,
    '[{"id":"draft","name":"Draft","kind":"open","probability":0},{"id":"open","name":"Open","kind":"won","probability":100},{"id":"retired","name":"Retired","kind":"lost","probability":0}]',
    '[{"name":"level","label":"Level","kind":"choice","options":["First weeks","Everyday","Expert"]},{"name":"steps","label":"Steps","kind":"checklist"},{"name":"hours","label":"Hours","kind":"number"},{"name":"mentor","label":"Mentor","kind":"person"},{"name":"material","label":"Material","kind":"link"}]',
    NULL, NULL,
    '{"views":["document","list","table"],"tools":["steps"],"needs":[{"stage":"open","field":"steps","is":"filled","value":"","words":"Add steps before you open the path."}],"moves":[],"layout":{"line":"level","steps":"steps"},"headline":{"stages":["open"],"words":"open paths"},"asksReason":true,"dueLabel":"Review by"}'),
  ('backend', 'schema', 'Schema', 'table', 3,
    '[{"id":"planned","name":"Planned","kind":"open","probability":0},{"id":"current","name":"Current","kind":"won","probability":100},{"id":"dropped","name":"Dropped","kind":"lost","probability":0}]',
    '[{"name":"database","label":"Database","kind":"choice","options":["billing","scheduling","search","identity"]},{"name":"columns","label":"Columns","kind":"text"},{"name":"personal_data","label":"Personal data","kind":"choice","options":["None","Some","Sensitive"]},{"name":"keeps","label":"Kept for","kind":"text"}]',
    NULL, NULL,
    '{"views":["table","document","list"],"tools":[],"needs":[],"moves":[],"layout":{"line":"database","badge":"personal_data"},"headline":{"stages":["current"],"words":"tables"},"asksReason":true,"dueLabel":"Due"}'),
  ('devops', 'deployment', 'Deployment', 'deployment', 1,
    '[{"id":"requested","name":"Requested","kind":"open","probability":0},{"id":"freeze","name":"Freeze","kind":"open","probability":0},{"id":"live","name":"Live","kind":"won","probability":100},{"id":"failing","name":"Failing","kind":"open","probability":50},{"id":"replaced","name":"Replaced","kind":"lost","probability":0}]',
    '[{"name":"service","label":"Service","kind":"text","isRequired":true},{"name":"environment","label":"Environment","kind":"choice","options":["Development","Staging","Production"],"isRequired":true},{"name":"version","label":"Version","kind":"text"},{"name":"approved_by","label":"Approved by","kind":"person"},{"name":"freeze_from","label":"Frozen from","kind":"date"},{"name":"freeze_until","label":"Frozen until","kind":"date"},{"name":"zone","label":"Time zone of the freeze","kind":"choice","options":["Europe/Lisbon","Europe/Berlin","America/New_York","Asia/Singapore","UTC"]},{"name":"log","label":"Log","kind":"link"}]',
    NULL, NULL,
    '{"views":["grid","board","table","list"],"tools":[],"needs":[{"stage":"live","field":"approved_by","is":"second_person","value":"","words":"Someone other than the owner has to approve it."},{"stage":"live","field":"environment","is":"no_freeze","value":"freeze","words":"This environment is frozen today."}],"moves":[],"layout":{"row":"service","column":"environment","cell":"version","line":"service","badge":"environment"},"headline":{"stages":["failing"],"words":"failing"},"asksReason":false,"dueLabel":"Due"}'),
  ('devops', 'rollback', 'Rollback', 'runbook', 2,
    '[{"id":"draft","name":"Draft","kind":"open","probability":0},{"id":"ready","name":"Ready","kind":"won","probability":100},{"id":"retired","name":"Retired","kind":"lost","probability":0}]',
    '[{"name":"service","label":"Service","kind":"text","isRequired":true},{"name":"last_good","label":"Last good version","kind":"text"},{"name":"steps","label":"Steps","kind":"checklist"},{"name":"minutes","label":"Minutes to restore","kind":"number"},{"name":"verified_on","label":"Last drill","kind":"date"},{"name":"verified_by","label":"Drill led by","kind":"person"},{"name":"problems","label":"Problems found","kind":"checklist"}]',
    NULL, 90,
    '{"views":["document","list","table"],"tools":["verify"],"needs":[{"stage":"ready","field":"last_good","is":"filled","value":"","words":"Name the last good version."},{"stage":"ready","field":"steps","is":"filled","value":"","words":"Add the steps before it is ready."}],"moves":[],"layout":{"line":"service"},"headline":{"stages":["ready"],"words":"runbooks ready"},"asksReason":true,"dueLabel":"Next drill"}'),
  ('devops', 'monitoring', 'Monitoring', 'alert', 3,
    '[{"id":"firing","name":"Firing","kind":"open","probability":0},{"id":"acknowledged","name":"Acknowledged","kind":"open","probability":40},{"id":"no_data","name":"No data","kind":"open","probability":0},{"id":"resolved","name":"Resolved","kind":"won","probability":100}]',
    '[{"name":"severity","label":"Severity","kind":"choice","options":["Urgent","High","Medium","Low"]},{"name":"service","label":"Service","kind":"text"},{"name":"environment","label":"Environment","kind":"choice","options":["Development","Staging","Production"]},{"name":"value","label":"Value","kind":"text"},{"name":"fingerprint","label":"Fingerprint","kind":"text"},{"name":"times","label":"Times seen","kind":"number"},{"name":"acknowledged_by","label":"Acknowledged by","kind":"person"},{"name":"cause","label":"Cause","kind":"text"},{"name":"follow_ups","label":"Follow-ups","kind":"checklist"}]',
    NULL, NULL,
    '{"views":["list","board","table","document"],"tools":["task","merge"],"needs":[{"stage":"acknowledged","field":"acknowledged_by","is":"filled","value":"","words":"Say who looks into it."}],"moves":[],"layout":{"line":"service","badge":"severity"},"headline":{"stages":["firing","acknowledged"],"words":"open alerts"},"asksReason":true,"dueLabel":"Due"}'),
  ('devops', 'pipelines', 'Pipelines', 'run', 4,
    '[{"id":"running","name":"Running","kind":"open","probability":50},{"id":"passed","name":"Passed","kind":"won","probability":100},{"id":"failed","name":"Failed","kind":"lost","probability":0}]',
    '[{"name":"service","label":"Service","kind":"text","isRequired":true},{"name":"branch","label":"Branch","kind":"text"},{"name":"commit","label":"Commit","kind":"text"},{"name":"seconds","label":"Seconds","kind":"number"},{"name":"log","label":"Log","kind":"link"}]',
    NULL, NULL,
    '{"views":["table","board","list"],"tools":[],"needs":[],"moves":[],"layout":{"line":"service"},"headline":{"stages":["running"],"words":"running"},"asksReason":false,"dueLabel":"Due"}'),
  ('marketing', 'calendar', 'Calendar', 'item', 1,
    '[{"id":"draft","name":"Draft","kind":"open","probability":0},{"id":"in_review","name":"In review","kind":"open","probability":40},{"id":"scheduled","name":"Scheduled","kind":"open","probability":80},{"id":"live","name":"Live","kind":"won","probability":100},{"id":"dropped","name":"Dropped","kind":"lost","probability":0}]',
    '[{"name":"channel","label":"Channel","kind":"choice","options":["Blog","Newsletter","Social","Paid","Events","Partners"],"isRequired":true},{"name":"starts_on","label":"Starts on","kind":"date"},{"name":"time","label":"Time of day","kind":"text"},{"name":"campaign","label":"Campaign","kind":"text"},{"name":"link","label":"Link","kind":"link"}]',
    NULL, NULL,
    '{"views":["lanes","calendar","list","board","table"],"tools":[],"needs":[{"stage":"scheduled","field":"starts_on","is":"filled","value":"","words":"Choose the day it starts."}],"moves":[],"layout":{"lane":"channel","starts":"starts_on","line":"channel"},"headline":{"stages":["in_review"],"words":"in review"},"asksReason":true,"dueLabel":"Ends on"}'),
  ('marketing', 'seo', 'SEO', 'keyword', 2,
    '[{"id":"watching","name":"Watching","kind":"open","probability":0},{"id":"working","name":"Working on it","kind":"open","probability":50},{"id":"top","name":"On page one","kind":"won","probability":100},{"id":"given_up","name":"Given up","kind":"lost","probability":0}]',
    '[{"name":"position","label":"Position","kind":"number"},{"name":"volume","label":"Searches each month","kind":"number"},{"name":"page","label":"Page","kind":"link"},{"name":"intent","label":"Intent","kind":"choice","options":["Learn","Compare","Buy","Find us"]}]',
    'position', NULL,
    '{"views":["table","document","board","list"],"tools":["series","task"],"needs":[],"moves":[],"layout":{"line":"intent","series":"position"},"headline":{"stages":["working"],"words":"being worked on"},"asksReason":true,"dueLabel":"Due"}'),
  ('marketing', 'campaigns', 'Campaigns', 'campaign', 3,
    '[{"id":"planned","name":"Planned","kind":"open","probability":0},{"id":"running","name":"Running","kind":"open","probability":50},{"id":"ended","name":"Ended","kind":"won","probability":100},{"id":"dropped","name":"Dropped","kind":"lost","probability":0}]',
    '[{"name":"budget","label":"Budget","kind":"money"},{"name":"spent","label":"Spent","kind":"money"},{"name":"goal","label":"Goal","kind":"text"},{"name":"starts_on","label":"Starts on","kind":"date"},{"name":"leads","label":"Leads","kind":"number"},{"name":"leads_goal","label":"Leads wanted","kind":"number"},{"name":"page","label":"Page","kind":"link"},{"name":"utm_name","label":"Name in links","kind":"text"}]',
    'budget', NULL,
    '{"views":["document","board","table","calendar"],"tools":["utm","task"],"needs":[{"stage":"running","field":"budget","is":"filled","value":"","words":"Set a budget before it runs."}],"moves":[],"layout":{"starts":"starts_on","line":"goal","spent":"spent","budget":"budget"},"headline":{"stages":["running"],"words":"running"},"asksReason":true,"dueLabel":"Ends on"}'),
  ('marketing', 'case-studies', 'Case Studies', 'case study', 4,
    '[{"id":"idea","name":"Idea","kind":"open","probability":0},{"id":"interview","name":"Interview","kind":"open","probability":25},{"id":"writing","name":"Writing","kind":"open","probability":50},{"id":"review","name":"With the client","kind":"open","probability":75},{"id":"published","name":"Published","kind":"won","probability":100},{"id":"withdrawn","name":"Withdrawn","kind":"lost","probability":0}]',
    '[{"name":"client","label":"Client","kind":"text","isRequired":true},{"name":"consent","label":"Consent","kind":"choice","options":["Not asked","Asked","Given","Withdrawn"]},{"name":"consent_until","label":"Consent until","kind":"date"},{"name":"contact","label":"Contact","kind":"text"},{"name":"quote","label":"Quote","kind":"text"},{"name":"link","label":"Published at","kind":"link"}]',
    NULL, 30,
    '{"views":["board","document","table","list"],"tools":["task"],"needs":[{"stage":"published","field":"consent","is":"equal","value":"Given","words":"Publishing needs the client''s consent."},{"stage":"published","field":"consent_until","is":"not_past","value":"","words":"The consent has expired. Ask the client again."}],"moves":[{"field":"consent","value":"Withdrawn","stage":"withdrawn"}],"layout":{"line":"client","badge":"consent"},"headline":{"stages":["writing","review"],"words":"in work"},"asksReason":true,"dueLabel":"Due"}')
) AS s (department, slug, name, singular, place, stages, fields, value_field, stale_days, options)
  ON s.department = d.slug
ON CONFLICT (department_id, slug) DO UPDATE SET options = excluded.options, place = excluded.place;
